package io.gpuledger.service.doctor;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The arguments that a program runs with already. A manifest or a unit of systemd gives them to it, and whoever types
/// `kubectl exec POD -- gpu-exporter doctor` wants to know what is the matter with that one, and not with one that has
/// no settings.
///
/// @param main the class that it was started by, which stands before its own arguments
/// @param processes /proc
public record RunningArguments(Class<?> main, Path processes) {
    private static final String COMMAND = "doctor";
    private static final String SERVE = "serve";

    private record Running(long process, List<String> arguments) {}

    public RunningArguments(Class<?> main) {
        this(main, Path.of("/proc"));
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
            for (var folder : folders) {
                if (isHere(folder)) {
                    arguments(folder).ifPresent(found);
                }
            }
            var all = found.build().limit(2).toList();
            return all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /// Whether a process has the files of this one: that of another container may be seen from here, and has others.
    private boolean isHere(Path folder) {
        try {
            return Files.isSameFile(folder.resolve("root"), processes.resolve("self/root"));
        } catch (IOException _) {
            // It is somebody else's, or has ended in the meantime.
            return false;
        }
    }

    private Optional<Running> arguments(Path folder) {
        try {
            var line = Files.readString(folder.resolve("cmdline"), StandardCharsets.ISO_8859_1);
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
