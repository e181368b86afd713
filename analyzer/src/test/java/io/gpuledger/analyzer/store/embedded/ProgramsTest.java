package io.gpuledger.analyzer.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramsTest {
    @TempDir
    Path temporary;

    @Test
    void what_was_unpacked_by_half_is_unpacked_again_and_then_never_more() throws IOException, InterruptedException {
        var half = Files.createDirectories(temporary.resolve("server-" + Programs.VERSION + ".new/bin"));
        Files.writeString(half.resolve("postgres"), "half");

        var programs = Programs.in(temporary, Launcher.forThisUser());
        assertThat(programs.folder().resolve("bin/postgres")).isExecutable();
        assertThat(half).doesNotExist();

        var mark = Files.createFile(programs.folder().resolve("mark"));
        Programs.in(temporary, Launcher.forThisUser());
        assertThat(mark).exists();
    }

    @Test
    void programs_that_do_not_run_here_get_no_name() throws IOException {
        var alwaysFails = Files.createFile(
                temporary.resolve("always-fails"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(alwaysFails, "#!/bin/sh\necho no such interpreter; exit 1\n");
        assertThatExceptionOfType(CannotStartPostgresException.class)
                .isThrownBy(() -> Programs.in(temporary, new Launcher(List.of(alwaysFails.toString()))))
                .withMessageContaining("no such interpreter")
                .withMessageContaining("glibc")
                .withMessageContaining("--database-url");
        assertThat(temporary.resolve("server-" + Programs.VERSION)).doesNotExist();
    }
}
