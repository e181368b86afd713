package io.gpuledger.analyzer.store.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.telemetry.NotTakenException;
import io.gpuledger.analyzer.telemetry.Row;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledProcessTest {
    private static final int KILLS = Integer.getInteger("kills", 3);

    @TempDir
    Path folder;

    /// Takes numbered rows, by four threads, and prints the number of each that was taken.
    static final class Taker {
        public static void main(String[] args) throws InterruptedException {
            var from = Long.parseLong(args[1]);
            try (var rig = SpoolRig.in(Path.of(args[0]))) {
                var threads = new Thread[4];
                for (var i = 0; i < threads.length; i++) {
                    var mine = from + i;
                    threads[i] = Thread.ofVirtual().start(() -> takeForever(rig, mine));
                }
                for (var thread : threads) {
                    thread.join();
                }
            }
        }

        private static void takeForever(SpoolRig rig, long from) {
            try {
                for (var number = from; ; number += 4) {
                    rig.takeNumbered(number, number + 1);
                    System.out.println(number);
                }
            } catch (NotTakenException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void nothing_is_lost_that_was_taken_before_a_kill() throws Exception {
        var taken = new HashSet<Long>();
        for (var i = 0; i < KILLS; i++) {
            taken.addAll(takenUntilKilled(i * 1_000_000_000L));
        }
        try (var rig = SpoolRig.in(folder)) {
            assertThat(rig.drain()).extracting(Row::millis).containsAll(taken);
            assertThat(rig.count("corrupt.frames")).isZero();
        }
    }

    private Set<Long> takenUntilKilled(long from) throws IOException, InterruptedException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var process = new ProcessBuilder(
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Taker.class.getName(),
                        folder.toString(),
                        Long.toString(from))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var taken = new HashSet<Long>();
        try (BufferedReader output = process.inputReader()) {
            for (var line = output.readLine(); line != null; line = output.readLine()) {
                taken.add(Long.parseLong(line));
                if (taken.size() == 150) {
                    process.toHandle().destroyForcibly();
                }
            }
        } finally {
            process.destroyForcibly();
        }
        process.waitFor();
        assertThat(taken).hasSizeGreaterThanOrEqualTo(150);
        return taken;
    }
}
