package io.gpuledger.service.doctor;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The arguments that a program runs with already. A manifest or a unit of systemd gives them to it, and whoever types
/// `kubectl exec POD -- gpu-exporter doctor` wants to know what is the matter with that one, and not with one that has
/// no settings.
///
/// Who looks may be root, and arguments name libraries to load. So only those of the same JVM are taken, and only where
/// it runs for whoever asks, or for the user that the program's package has made: anybody may start a process whose
/// words look like the program's.
///
/// @param program its name, which that user has, too
/// @param main the class that it was started by, which stands before its own arguments
/// @param processes /proc
/// @param users /etc/passwd
public record RunningArguments(String program, Class<?> main, Path processes, Path users) {
    private static final String COMMAND = "doctor";
    private static final String SERVE = "serve";
    private static final Pattern UIDS = Pattern.compile("(?m)^Uid:\\s+(\\d+)\\s+(\\d+)\\s+(\\d+)\\s+(\\d+)$");

    private record Running(long process, List<String> arguments) {}

    public RunningArguments(String program, Class<?> main) {
        this(program, main, Path.of("/proc"), Path.of("/etc/passwd"));
    }

    /// Returns what was given, and where that is the command alone, or with a flag for how it prints, the settings of
    /// the program that serves beside it, of which a line is said.
    ///
    /// @param say where that line goes: what is printed may be for a program
    public String[] besides(String[] given, PrintStream say) {
        if (given.length == 0
                || !given[0].equals(COMMAND)
                || !Arrays.stream(given).skip(1).allMatch("--json"::equals)) {
            return given;
        }
        return serving()
                .filter(found -> !found.arguments().isEmpty())
                .map(found -> {
                    say.println("with the settings of process %d, which serves here".formatted(found.process()));
                    return Stream.concat(Arrays.stream(given), found.arguments().stream())
                            .toArray(String[]::new);
                })
                .orElse(given);
    }

    /// Returns the one that serves here. Of several nobody knows which is meant.
    private Optional<Running> serving() {
        try (var folders = Files.newDirectoryStream(processes, "[0-9]*")) {
            var found = Stream.<Running>builder();
            var trusted = trusted();
            for (var folder : folders) {
                if (isSame(folder, "root") && isSame(folder, "exe") && isOf(trusted, folder)) {
                    arguments(folder).ifPresent(found);
                }
            }
            var all = found.build().limit(2).toList();
            return all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /// Whether this link of a process leads to where that of the process that asks leads: `root` to the files that it
    /// sees, which are others in another container, and `exe` to the file that it runs.
    private boolean isSame(Path folder, String link) {
        try {
            return Files.isSameFile(
                    folder.resolve(link), processes.resolve("self").resolve(link));
        } catch (IOException _) {
            // It may not be looked at, or has ended.
            return false;
        }
    }

    private Set<String> trusted() throws IOException {
        var trusted = new HashSet<>(owners(processes.resolve("self")));
        if (Files.isReadable(users)) {
            Files.readString(users, StandardCharsets.ISO_8859_1)
                    .lines()
                    .map(line -> line.split(":", -1))
                    .filter(fields -> fields.length > 2 && fields[0].equals(program))
                    .forEach(fields -> trusted.add(fields[2]));
        }
        return trusted;
    }

    private static boolean isOf(Set<String> trusted, Path folder) {
        try {
            return trusted.containsAll(owners(folder));
        } catch (IOException _) {
            // It has ended in the meantime.
            return false;
        }
    }

    /// Returns the numbers of all users that a process is or may become. The owner of its folder in /proc may be
    /// another: that is root for any process that may not be traced.
    private static Set<String> owners(Path folder) throws IOException {
        var uids = UIDS.matcher(Files.readString(folder.resolve("status"), StandardCharsets.ISO_8859_1));
        if (!uids.find()) {
            throw new IOException(folder + " does not say whose it is");
        }
        return Set.copyOf(List.of(uids.group(1), uids.group(2), uids.group(3), uids.group(4)));
    }

    private Optional<Running> arguments(Path folder) {
        try {
            var line = new String(Files.readAllBytes(folder.resolve("cmdline")), StandardCharsets.UTF_8);
            var words = List.of(line.split("\0", -1));
            var at = words.indexOf(main.getName());
            if (at < 0) {
                return Optional.empty();
            }
            // The last one, too, is ended by a zero.
            var own = words.subList(at + 1, Math.max(at + 1, words.size() - 1));
            var isTold = own.stream().findFirst().filter(word -> !word.startsWith("-"));
            return isTold.orElse(SERVE).equals(SERVE)
                    ? Optional.of(new Running(
                            Long.parseLong(folder.getFileName().toString()),
                            own.stream().skip(isTold.isPresent() ? 1 : 0).toList()))
                    : Optional.empty();
        } catch (IOException _) {
            // It has ended in the meantime.
            return Optional.empty();
        }
    }
}
