package io.gpuledger.gate;

import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Invocation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A command that a document tells people to run: a line of an indented block that begins with the name of a program,
/// with the lines that it is continued on. A block after words that end with `prints:` is what a program says.
///
/// @param document from the root of the repository
/// @param text as it stands there, without a prompt and without a comment
public record DocumentedCommand(Path document, String text) {
    private static final String PROGRAMS = "gpu-(?:exporter|analyzer|simulator)|helm|kubectl|mvn|curl|docker|apt-get"
            + "|promtool|psql|pg_dump|pg_restore|createdb|java|tar|run|\\S+\\.sh";
    private static final Pattern COMMAND = Pattern.compile("(?:\\S*/)?(?:" + PROGRAMS + ")(?: .*)?");
    private static final Pattern WORD = Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+");
    private static final String INDENT = "    ";
    private static final String OUTPUT = "prints:";
    private static final String CONTINUED = "\\";
    private static final String LEFT_OUT = "...";

    /// Returns all of them, in the order in which they are read.
    public static List<DocumentedCommand> all() {
        var root = Repository.root();
        return Stream.concat(
                        Stream.of("README.md", "CONTRIBUTING.md", "SECURITY.md").map(root::resolve),
                        Repository.files(root.resolve("docs"), ".md").stream())
                .flatMap(file -> of(root.relativize(file), Repository.read(file)).stream())
                .toList();
    }

    /// Returns those that begin with a program, whichever folder it is said to be in.
    public static List<DocumentedCommand> of(String program) {
        return all().stream()
                .filter(command -> command.program().equals(program))
                .toList();
    }

    static List<DocumentedCommand> of(Path document, String text) {
        var found = new ArrayList<DocumentedCommand>();
        var before = "";
        var isOutput = false;
        var lines = text.lines().iterator();
        while (lines.hasNext()) {
            var line = lines.next();
            if (line.startsWith(INDENT)) {
                isOutput |= before.endsWith(OUTPUT);
                var command = line.strip().replaceFirst("^\\$ ", "");
                while (command.endsWith(CONTINUED) && lines.hasNext()) {
                    command = command.replaceFirst("\\s*\\\\$", " ")
                            + lines.next().strip();
                }
                if (!isOutput && COMMAND.matcher(command).matches()) {
                    found.add(new DocumentedCommand(
                            document,
                            command.replaceFirst("\\s+#.*| {2,}.*", "").strip()));
                }
            } else if (!line.isBlank()) {
                isOutput = false;
            }
            before = line.isBlank() ? before : line.strip();
        }
        return found;
    }

    /// Returns the name of the program.
    public String program() {
        var word = words().getFirst();
        return word.substring(word.lastIndexOf('/') + 1);
    }

    /// Returns its words as a shell would part them, up to a pipe.
    public List<String> words() {
        return WORD.matcher(text)
                .results()
                .map(word -> word.group().replaceAll("'([^']*)'|\"([^\"]*)\"", "$1$2"))
                .takeWhile(word -> !word.equals("|"))
                .toList();
    }

    /// Returns what a program with these settings does not understand of it. Files that it names are not here, and what
    /// is left out of it stands there as three dots.
    public List<String> problems(Declaration declaration) {
        var arguments =
                words().stream().skip(1).filter(word -> !word.equals(LEFT_OUT)).toArray(String[]::new);
        try {
            var _ = Invocation.of(declaration, Map.of(), arguments);
            return List.of();
        } catch (BadSettingsException e) {
            return e.problems().stream()
                    .filter(problem -> !problem.contains("it is not there"))
                    .toList();
        }
    }

    @Override
    public String toString() {
        return "%s: %s".formatted(document, text);
    }
}
