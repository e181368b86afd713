package io.gpuledger.analyzer.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessTreeTest {
    /// Counts until it has taken some tenth of a second.
    private static final String WORK = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";

    @TempDir
    Path folder;

    @Test
    void the_work_of_a_child_counts_when_it_has_ended_too() throws InterruptedException {
        try (var program = shell("sh -c '%s'; echo done; read line".formatted(WORK))) {
            program.await("(done)");
            assertThat(tree(program).cpu().own()).isPositive();
            assertThat(tree(program).cpu().postgres()).isZero();
        }
    }

    @Test
    void the_work_of_a_child_of_a_child_counts() throws InterruptedException {
        try (var program = shell("sh -c '%s; echo done; sleep 600' & wait".formatted(WORK))) {
            program.await("(done)");
            assertThat(tree(program).cpu().own()).isPositive();
            assertThat(tree(program).handles()).hasSizeGreaterThanOrEqualTo(2);
            tree(program).handles().forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void postgresql_is_known_by_its_folder_when_its_parent_has_gone() throws IOException, InterruptedException {
        var postgres = Files.createSymbolicLink(folder.resolve("postgres"), Path.of("/bin/bash"));
        var command = List.of(postgres.toString(), "-c", WORK + "; echo done; read line", "-D", folder.toString());
        try (var server = RunningProgram.start(command);
                var program = shell("read line")) {
            server.await("(done)");
            var tree = new ProcessTree(program.pid(), Optional.of(folder));
            assertThat(tree.postgres()).containsExactly(server.pid());
            assertThat(tree.cpu().postgres()).isPositive();
            assertThat(tree.cpu().own()).isLessThan(Duration.ofSeconds(1));
            assertThat(tree(program).postgres()).isEmpty();
        }
    }

    @Test
    void a_child_ends_with_all_that_it_has_begotten() throws InterruptedException {
        var child = Child.start(List.of("sh", "-c", "sleep 600 & echo started; wait"));
        child.program().await("(started)");
        var all = child.tree().handles();
        child.close();
        assertThat(all).hasSizeGreaterThanOrEqualTo(2);
        assertThat(all).allSatisfy(process -> assertThat(process.onExit()).succeedsWithin(Duration.ofSeconds(10)));
    }

    private static ProcessTree tree(RunningProgram program) {
        return new ProcessTree(program.pid(), Optional.empty());
    }

    private static RunningProgram shell(String script) {
        return RunningProgram.start(List.of("sh", "-c", script));
    }
}
