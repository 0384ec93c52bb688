package dev.baton.check.model;

import dev.baton.check.graph.Execution;

/**
 * A memory model: which execution graphs can happen. {@link #isConsistent} is the definition, in relations, to be
 * read beside the papers; {@link #consistency()} is the same thing in the form in which the search uses it.
 */
public interface MemoryModel {
    /** The name by which users ask for the model. */
    String name();

    /** The definition. */
    boolean isConsistent(Execution graph);

    /** A checker for one search; not to be shared between threads. */
    Consistency consistency();

    /** What a write waits for; a model in which that is not all of program order allows load buffering. */
    default Dependence dependence() {
        return Dependence.PROGRAM_ORDER;
    }

    /**
     * For a model with load buffering: a checker for executions of which some reads are left out, since their values were guessed.
     * It demands no more of what is left than the model does.
     */
    default Consistency guessing() {
        return new Rc11().consistency();
    }

    /** The model of the given name: sc, tso, rc11, jam, imm, arm8 or java. */
    static MemoryModel named(String name) {
        return switch (name) {
            case "sc" -> new Sc();
            case "tso" -> new Tso();
            case "rc11" -> new Rc11();
            case "jam" -> new Jam();
            case "imm" -> new Imm();
            case "arm8" -> new Arm8();
            case "java" -> new JavaModel();
            default -> throw new IllegalArgumentException("no memory model is called " + name);
        };
    }
}
