package dev.baton.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.model.MemoryModel;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shapes by which ARMv8 is known: is the outcome allowed? From the literature, with HotSpot's mapping of Java's modes. */
final class Arm8Test {
    @ParameterizedTest(name = "{0}: {3}")
    @CsvSource(delimiter = '!',
            textBlock = """
                    SB                           ! W.rlx x 1; R.rlx y a | W.rlx y 1; R.rlx x b ! a=0 & b=0 ! true
                    SB volatile: stlr, ldar      ! W.sc x 1; R.sc y a | W.sc y 1; R.sc x b ! a=0 & b=0 ! false
                    SB release and acquire       ! W.rel x 1; R.acq y a | W.rel y 1; R.acq x b ! a=0 & b=0 ! false
                    SB dmb ish                   ! W.rlx x 1; F.sc; R.rlx y a | W.rlx y 1; F.sc; R.rlx x b ! a=0 & b=0 ! false
                    SB dmb ishst                 ! W.rlx x 1; F.ss; R.rlx y a | W.rlx y 1; F.ss; R.rlx x b ! a=0 & b=0 ! true
                    MP                           ! W.rlx x 1; W.rlx y 1 | R.rlx y a; R.rlx x b ! a=1 & b=0 ! true
                    MP stlr, ldar                ! W.rlx x 1; W.rel y 1 | R.acq y a; R.rlx x b ! a=1 & b=0 ! false
                    MP dmb ish, nothing          ! W.rlx x 1; F.sc; W.rlx y 1 | R.rlx y a; R.rlx x b ! a=1 & b=0 ! true
                    MP dmb ish, address          ! W.rlx x 1; F.sc; W.rlx y 1 | R.rlx y a; R.rlx x/x@a b ! a=1 & b=0 ! false
                    MP dmb ishst, address        ! W.rlx x 1; F.ss; W.rlx y 1 | R.rlx y a; R.rlx x/x@a b ! a=1 & b=0 ! false
                    MP dmb ish, branch           ! W.rlx x 1; F.sc; W.rlx y 1 | R.rlx y a; [a=1] R.rlx x b ! a=1 & b=0 ! true
                    MP dmb ishst, dmb ishld      ! W.rlx x 1; F.ss; W.rlx y 1 | R.rlx y a; F.ll; R.rlx x b ! a=1 & b=0 ! false
                    MP data and internal read    ! W.rlx x 1; F.sc; W.rlx y 1 | R.rlx y a; W.rlx z a; R.rlx z c; R.rlx x/x@c b ! a=1 & b=0 ! false
                    MP swap, then a plain write  ! XCHG.sc x 1 c; W.rlx y 1 | R.acq y a; R.rlx x b ! a=1 & b=0 ! true
                    S dmb ish, data              ! W.rlx x 2; F.sc; W.rlx y 1 | R.rlx y a; W.rlx x a ! a=1 & x=2 ! false
                    S dmb ish, nothing           ! W.rlx x 2; F.sc; W.rlx y 1 | R.rlx y a; W.rlx x 1 ! a=1 & x=2 ! true
                    LB                           ! R.pl x a; W.pl y 1 | R.pl y b; W.pl x 1 ! a=1 & b=1 ! true
                    LB data on one side          ! R.pl x a; W.pl y 1 | R.pl y b; W.pl x b ! a=1 & b=1 ! true
                    LB data                      ! R.pl x a; W.pl y a | R.pl y b; W.pl x b ! a=1 & b=1 ! false
                    LB branch that is none to a compiler ! R.pl x a; [a=1] W.pl y 1; [a<1] W.pl y 1 | R.pl y b; W.pl x b ! a=1 & b=1 ! false
                    LB address of another read   ! R.pl x a; R.pl z/z@a c; W.pl y 1 | R.pl y b; W.pl x b ! a=1 & b=1 ! false
                    LB ldar                      ! R.acq x a; W.pl y 1 | R.acq y b; W.pl x 1 ! a=1 & b=1 ! false
                    IRIW ldar                    ! W.rlx x 1 | W.rlx y 1 | R.acq x a; R.acq y b | R.acq y c; R.acq x d ! a=1 & b=0 & c=1 & d=0 ! false
                    IRIW                         ! W.rlx x 1 | W.rlx y 1 | R.rlx x a; R.rlx y b | R.rlx y c; R.rlx x d ! a=1 & b=0 & c=1 & d=0 ! true
                    IRIW addresses               ! W.rlx x 1 | W.rlx y 1 | R.rlx x a; R.rlx y/y@a b | R.rlx y c; R.rlx x/x@c d ! a=1 & b=0 & c=1 & d=0 ! false
                    WRC data, address            ! W.rlx x 1 | R.rlx x a; W.rlx y a | R.rlx y b; R.rlx x/x@b c ! a=1 & b=1 & c=0 ! false
                    2+2W                         ! W.rlx x 1; W.rlx y 2 | W.rlx y 1; W.rlx x 2 ! x=1 & y=1 ! true
                    2+2W stlr                    ! W.rel x 1; W.rel y 2 | W.rel y 1; W.rel x 2 ! x=1 & y=1 ! false
                    swap, then ldar              ! XCHG.sc x 1 c; R.acq y a | XCHG.sc y 1 d; R.acq x b ! a=0 & b=0 ! false
                    swap, then a plain read      ! XCHG.sc x 1 c; R.rlx y a | XCHG.sc y 1 d; R.rlx x b ! a=0 & b=0 ! true
                    SB, an own swap read by ldar ! XCHG.rlx x 1 c; R.acq x a; R.rlx y b | W.rlx y 1; F.sc; R.rlx x d ! a=1 & b=0 & d=0 ! false
                    SB, an own write read by ldar ! W.rlx x 1; R.acq x a; R.rlx y b | W.rlx y 1; F.sc; R.rlx x d ! a=1 & b=0 & d=0 ! true
                    CoRR plain                   ! W.pl x 1 | R.pl x a; R.pl x b ! a=1 & b=0 ! false
                    """)
    void allowsTheOutcome(String name, String program, String outcome, boolean allowed) {
        Litmus litmus = Litmus.parse(program);
        Set<Map<String, Long>> outcomes = new HashSet<>();
        new Exploration(litmus::program).model(MemoryModel.named("arm8"))
                .onComplete(graph -> outcomes.add(litmus.outcome(graph))).run();
        assertThat(outcomes.stream().anyMatch(found -> LitmusTest.matches(outcome, found))).as(program)
                .isEqualTo(allowed);
    }
}
