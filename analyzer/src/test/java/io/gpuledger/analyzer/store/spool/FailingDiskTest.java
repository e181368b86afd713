package io.gpuledger.analyzer.store.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.analyzer.telemetry.NotTakenException;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.gate.EndOfThread;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

class FailingDiskTest {
    /// Real files on a disk that has so much room, and does as it is told.
    private static final class BadDisk implements SegmentStorage {
        final AtomicLong room = new AtomicLong(Long.MAX_VALUE);
        volatile boolean forceFails;
        volatile CountDownLatch forceWaits = new CountDownLatch(0);

        @Override
        public Output create(Path file) throws IOException {
            var output = SegmentStorage.FILES.create(file);
            return new Output() {
                @Override
                public void write(byte[] bytes, int length) throws IOException {
                    var fits = (int) Math.min(length, room.get());
                    output.write(bytes, fits);
                    room.addAndGet(-fits);
                    if (fits < length) {
                        throw new IOException("No space left on device");
                    }
                }

                @Override
                public void force() throws IOException {
                    try {
                        forceWaits.await();
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                    if (forceFails) {
                        throw new IOException("Input/output error");
                    }
                    output.force();
                }

                @Override
                public void truncate(long length) throws IOException {
                    output.truncate(length);
                }

                @Override
                public void close() throws IOException {
                    output.close();
                }
            };
        }
    }

    @TempDir
    Path folder;

    private final BadDisk disk = new BadDisk();

    @Test
    void a_full_disk_is_told_of_and_nothing_that_was_taken_is_lost() throws Exception {
        var taken = new ArrayList<Row>();
        for (var room = 0; room < 150; room += 3) {
            disk.room.set(Long.MAX_VALUE);
            try (var rig = SpoolRig.on(disk, folder)) {
                taken.addAll(rig.takeNumbered(0, 2));
                disk.room.set(room);
                var refused = 0;
                for (var number = 2; number < 9; number++) {
                    try {
                        taken.addAll(rig.takeNumbered(number, number + 1));
                    } catch (NotTakenException e) {
                        refused++;
                        assertThat(e)
                                .hasMessage(
                                        "there is no room left under %s: make some, or give the spool less"
                                                + " with --spool-max-size",
                                        folder);
                    }
                }
                assertThat(refused).isPositive();
                disk.room.set(Long.MAX_VALUE);
                taken.addAll(rig.takeNumbered(9, 10));
            }
        }
        try (var rig = SpoolRig.in(folder)) {
            assertThat(rig.drain()).isEqualTo(taken);
            assertThat(rig.count("corrupt.frames")).isZero();
        }
    }

    @Test
    void it_is_read_while_the_disk_is_full() throws Exception {
        try (var rig = SpoolRig.on(disk, folder)) {
            var taken = rig.takeNumbered(0, 3);
            disk.room.set(5);
            assertThatThrownBy(() -> rig.takeNumbered(3, 4)).isInstanceOf(NotTakenException.class);

            assertThat(rig.drain()).isEqualTo(taken);
        }
    }

    @Test
    void what_a_failed_fsync_was_for_is_not_taken_and_goes_into_no_segment_again() throws Exception {
        try (var rig = SpoolRig.on(disk, folder)) {
            var taken = rig.takeNumbered(0, 2);
            disk.forceFails = true;
            assertThatThrownBy(() -> rig.takeNumbered(2, 3))
                    .isInstanceOf(NotTakenException.class)
                    .hasMessage("the disk under %s fails (Input/output error): the kernel's log may say why", folder);
            disk.forceFails = false;
            taken.addAll(rig.takeNumbered(3, 5));

            assertThat(SpoolRig.segments(folder)).hasSize(2);
            assertThat(rig.drain()).isEqualTo(taken);
        }
    }

    @Test
    void what_waits_for_a_slow_disk_is_bounded() throws Exception {
        var limits = new Committer.Limits(1, Duration.ofMillis(50), Duration.ZERO);
        try (var rig = SpoolRig.on(disk, folder, limits);
                var others = Executors.newVirtualThreadPerTaskExecutor()) {
            disk.forceWaits = new CountDownLatch(1);
            var refusals = Arrays.asList(
                    others.submit(() -> refusal(rig)),
                    others.submit(() -> refusal(rig)),
                    others.submit(() -> refusal(rig)));
            for (var refusal : refusals) {
                assertThat(refusal.get())
                        .startsWith("the disk under " + folder + " is too slow: 104 bytes wait for it");
            }
            disk.forceWaits.countDown();
            var later = new Retrying(rig).takeNumbered(7);

            assertThat(rig.drain()).endsWith(later.toArray(Row[]::new)).hasSize(2);
            assertThat(rig.gauge("waiting")).isZero();
        }
    }

    /// A sender that tries again.
    private record Retrying(SpoolRig rig) {
        List<Row> takeNumbered(long number) {
            while (true) {
                try {
                    return rig.takeNumbered(number, number + 1);
                } catch (NotTakenException _) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    private static String refusal(SpoolRig rig) {
        try {
            rig.takeNumbered(0, 1);
            return "taken";
        } catch (NotTakenException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @ResourceLock(EndOfThread.PROGRAM)
    @Test
    void the_program_ends_when_the_thread_does() throws Exception {
        SegmentStorage worn = _ -> {
            throw new OutOfMemoryError("of the test");
        };
        try (var end = new EndOfThread();
                var rig = SpoolRig.on(worn, folder)) {
            var taking = Thread.ofVirtual().start(() -> {
                try {
                    rig.takeNumbered(0, 1);
                } catch (NotTakenException _) {
                    // Nobody takes it.
                }
            });
            end.awaitTold();
            taking.interrupt();
        }
    }
}
