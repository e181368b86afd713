package io.gpuledger.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Each command of the documents is run by a test, or stands in docs/commands.md with who has run it.
class CommandsTest {
    private static final Path DOCUMENT = Path.of("docs/commands.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\| (.+) \\|$");
    private static final Pattern TEST = Pattern.compile("`(\\w+(?:Test|IT))`");
    private static final Pattern WHO =
            Pattern.compile(".*(?:" + TEST + "|by hand on 20\\d\\d-\\d\\d-\\d\\d).*" + "|`\\.ci/run`.*|not run yet.*");

    /// The tests of each program know whether it understands a command.
    private static final Set<String> PROGRAMS = Set.of("gpu-exporter", "gpu-analyzer", "gpu-simulator");

    private record Row(String command, String who) {}

    private static List<Row> rows() {
        return ROW.matcher(Repository.read(Repository.root().resolve(DOCUMENT)))
                .results()
                .map(row -> new Row(row.group(1), row.group(2)))
                .toList();
    }

    /// The analyzer's tests ask what is asked of it by curl.
    private static boolean isRunElsewhere(DocumentedCommand command) {
        return PROGRAMS.contains(command.program())
                || (command.program().equals("curl") && command.text().matches(".*:8080/.*"));
    }

    @Test
    void each_command_that_no_test_runs_is_listed_with_who_ran_it() {
        assertThat(rows())
                .extracting(Row::command)
                .containsExactlyInAnyOrderElementsOf(DocumentedCommand.all().stream()
                        .filter(command -> !isRunElsewhere(command) && !isMeasuring(command))
                        .map(DocumentedCommand::text)
                        .distinct()
                        .toList());
    }

    @Test
    void who_ran_it_is_a_test_that_is_there_or_somebody_on_a_day_or_nobody_yet() {
        var tests = Repository.modules().stream()
                .flatMap(module -> Repository.files(module.resolve("src/test"), ".java").stream())
                .map(file -> file.getFileName().toString().replace(".java", ""))
                .toList();
        assertThat(rows())
                .allSatisfy(row -> assertThat(row.who()).as(row.command()).matches(WHO))
                .allSatisfy(row -> assertThat(TEST.matcher(row.who()).results().map(test -> test.group(1)))
                        .isSubsetOf(tests));
    }

    private static boolean isMeasuring(DocumentedCommand command) {
        return command.program().equals("measure.sh");
    }

    @Test
    void what_is_measured_can_be_measured() {
        assertThat(DocumentedCommand.all().stream().filter(CommandsTest::isMeasuring))
                .isNotEmpty()
                .allSatisfy(command -> {
                    var script = Repository.read(
                            Repository.root().resolve(command.words().getFirst()));
                    assertThat(script).contains("\n    " + command.words().get(1) + ")");
                });
    }

    @Test
    void each_script_that_is_named_is_there() {
        assertThat(DocumentedCommand.all().stream()
                        .flatMap(command -> command.words().stream().limit(1))
                        .filter(word -> word.endsWith(".sh") || word.startsWith(".ci/")))
                .isNotEmpty()
                .allSatisfy(script -> assertThat(
                                Files.isExecutable(Repository.root().resolve(script)))
                        .as(script)
                        .isTrue());
    }

    @Test
    void each_document_is_read() {
        assertThat(DocumentedCommand.all().stream().map(DocumentedCommand::document))
                .contains(Path.of("README.md"), Path.of("docs/operating.md"), Path.of("docs/api.md"));
        assertThat(Stream.of("gpu-exporter", "gpu-analyzer", "gpu-simulator").map(DocumentedCommand::of))
                .noneMatch(List::isEmpty);
    }
}
