package io.gpuledger.analyzer.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.Golden;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FindingKindTest {
    @Test
    void the_documentation_has_all_of_them() {
        var rows = Arrays.stream(FindingKind.values())
                .map(kind -> "| `%s` | %s | %s | %s | %s %s |"
                        .formatted(
                                kind.word(),
                                minutes(kind.opensAfter().toMinutes()),
                                minutes(kind.closesAfter().toMinutes()),
                                lost(kind.loss()),
                                kind.meaning(),
                                kind.action()))
                .collect(Collectors.joining("\n"));
        Golden.section(Path.of("docs/findings.md"), "kinds")
                .matches("| kind | opens after | closes after | lost | meaning, and what to do |\n"
                        + "|---|---:|---:|---|---|\n" + rows + "\n");
    }

    private static String minutes(long minutes) {
        return minutes == 0 ? "at once" : minutes + " min";
    }

    private static String lost(FindingKind.Loss loss) {
        return switch (loss) {
            case ALL -> "all";
            case PART -> "as measured";
            case NONE -> "";
        };
    }

    @Test
    void each_is_found_by_its_word() {
        for (var kind : FindingKind.values()) {
            assertThat(FindingKind.ofWord(kind.word())).contains(kind);
            assertThat(kind.meaning()).endsWith(".");
            assertThat(kind.action()).endsWith(".");
        }
        assertThat(FindingKind.ofWord("nothing")).isEmpty();
    }
}
