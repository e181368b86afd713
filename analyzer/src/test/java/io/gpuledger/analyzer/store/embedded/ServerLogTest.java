package io.gpuledger.analyzer.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLogTest {
    @TempDir
    Path temporary;

    @Test
    void the_newest_files_are_kept() throws IOException {
        var log = ServerLog.in(temporary);
        for (var second = 10; second < 30; second++) {
            Files.writeString(log.folder().resolve("postgresql-20261122-1200" + second + ".log"), "");
        }
        log.begin();
        try (var files = Files.list(log.folder())) {
            assertThat(files.map(file -> file.getFileName().toString()).sorted())
                    .hasSize(ServerLog.FILES_MAX + 1)
                    .startsWith("postgresql-20261122-120022.log")
                    .endsWith("start.log");
        }
    }

    @Test
    void the_tail_has_the_last_lines_of_the_latest_start() throws IOException {
        var log = ServerLog.in(temporary);
        Files.writeString(log.folder().resolve("postgresql-20261122-120000.log"), "1\n2\n");
        log.begin();
        Files.writeString(log.firstWords(), "LOG:  redirecting log output to logging collector process\nsaid first\n");
        var newest = log.folder().resolve("postgresql-20261122-120001.log");
        Files.writeString(newest, "x\n".repeat(100_000) + "a\nb\n");
        assertThat(log.tail()).endsWith("x\na\nb").doesNotContain("1");
        Files.writeString(newest, "said last\n");
        assertThat(log.tail()).isEqualTo("said first\nsaid last");
    }
}
