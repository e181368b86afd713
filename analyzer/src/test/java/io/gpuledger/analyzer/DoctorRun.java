package io.gpuledger.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.service.Program;
import io.gpuledger.service.settings.Invocation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// The command `doctor`, run in a folder of a test.
final class DoctorRun {
    private final Path folder;
    private int code;

    DoctorRun(Path folder) {
        this.folder = folder;
    }

    int code() {
        return code;
    }

    /// Returns the lines that want something, each with what mends it.
    List<String> complaints(String... flags) throws InterruptedException {
        var lines = new ArrayList<String>();
        for (var line : said(flags).lines().toList()) {
            if (line.strip().startsWith("->")) {
                lines.add(lines.removeLast() + " " + line.strip());
            } else if (line.startsWith("fault") || line.startsWith("warning")) {
                lines.add(line.replaceAll(" +", " "));
            }
        }
        return lines;
    }

    String said(String... flags) throws InterruptedException {
        var command = new ArrayList<>(List.of("doctor"));
        command.addAll(Arrays.asList(flags));
        // Whatever the disk of the machine is like.
        for (var usual :
                List.of("--data-dir=" + folder.resolve("data"), "--spool-max-size=16MiB", "--disk-watermark=100%")) {
            if (command.stream().noneMatch(flag -> flag.startsWith(usual.substring(0, usual.indexOf('='))))) {
                command.add(usual);
            }
        }
        var run = (Invocation.Run)
                Invocation.of(Program.complete(Main.DECLARATION), Map.of(), command.toArray(String[]::new));
        var out = new ByteArrayOutputStream();
        code = Doctoring.run(
                run.settings(), run.settings().get(Main.DATA), new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    /// Wants this fault or warning, and no other.
    void complains(String grade, List<String> flags, String... words) throws InterruptedException {
        assertThat(complaints(flags.toArray(String[]::new)))
                .singleElement()
                .asString()
                .startsWith(grade + " ")
                .contains(words);
        assertThat(code).isEqualTo(grade.equals("fault") ? 1 : 0);
    }
}
