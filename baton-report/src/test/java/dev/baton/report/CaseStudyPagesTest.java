package dev.baton.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.check.api.CheckResult;
import dev.baton.check.explain.Counterexample;
import dev.baton.check.explain.SourcePath;
import dev.baton.check.zoo.ReportedCaseStudies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The counterexample pages beside the case studies are those that the checker and the page make now;
 * {@code -Dgolden.update=true} writes them anew.
 */
class CaseStudyPagesTest {
    private static final Path ROOT = Path.of(System.getProperty("baton.root"));
    private static final Path STUDIES = ROOT.resolve("docs/case-studies");

    record Study(String name, Supplier<CheckResult> check) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Study> studies() {
        return List.of(new Study("dpdk-mcs", ReportedCaseStudies::dpdkMcs),
                new Study("missing-acquire-mcs", ReportedCaseStudies::mcsWithoutAcquire),
                new Study("qspinlock", ReportedCaseStudies::qspinlock),
                new Study("aqs-clean-queue", ReportedCaseStudies::cleanQueue));
    }

    @ParameterizedTest
    @MethodSource("studies")
    void pageIsWhatTheCheckerFindsNow(Study study) throws IOException {
        SourcePath sources = new SourcePath(List.of(ROOT.resolve("baton-check/src/test/java")), null);
        String page = CounterexamplePage.of(study.name(),
                List.of(study.check().get().counterexamples(study.name(), sources).getFirst()));
        Path file = STUDIES.resolve(study.name() + ".html");
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(file, page);
        }
        assertThat(Files.readString(file)).isEqualTo(page);
        assertThat(page).doesNotContain(ROOT.toString());
    }

    @ParameterizedTest
    @MethodSource("studies")
    void walkThroughLinksItsPage(Study study) throws IOException {
        String link = "(" + study.name() + ".html)";
        assertThat(Files.readString(STUDIES.resolve(study.name() + ".md"))).contains(link);
        assertThat(Files.readString(STUDIES.resolve("README.md"))).contains(link);
    }

    /** The text of a walk-through explains the same execution as its page; it stands right before the link to the page. */
    @ParameterizedTest
    @MethodSource("studies")
    void textOfAWalkThroughIsThatOfTheChecker(Study study) throws IOException {
        Path file = STUDIES.resolve(study.name() + ".md");
        String found = study.check().get().counterexample().strip();
        String page = "\n```\n\n[The same as a page](";
        String text = Files.readString(file);
        int end = text.indexOf(page);
        int begin = text.lastIndexOf("```\n", end) + "```\n".length();
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(file, text.substring(0, begin) + found + text.substring(end));
        }
        assertThat(Files.readString(file)).contains("```\n" + found + page);
    }
}
