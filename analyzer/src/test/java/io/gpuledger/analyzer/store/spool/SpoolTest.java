package io.gpuledger.analyzer.store.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.NotTakenException;
import io.gpuledger.analyzer.telemetry.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {
    @TempDir
    Path folder;

    @Test
    void what_was_taken_comes_out_in_its_order() throws Exception {
        var batches = new RandomBatches(3);
        try (var rig = SpoolRig.in(folder)) {
            var taken = rig.take(batches.next(20), batches.next(20), batches.next(20));

            assertThat(rig.drain()).isEqualTo(taken);
            assertThat(rig.gauge("rows")).isZero();
        }
    }

    @Test
    void a_portion_comes_again_until_it_is_written() throws Exception {
        try (var rig = SpoolRig.in(folder)) {
            rig.takeNumbered(0, 3);
            var spool = rig.spool();
            var first = spool.next(2, Duration.ZERO).orElseThrow();

            assertThat(first.rows()).extracting(Row::millis).containsExactly(0L, 1L);
            assertThat(spool.next(100, Duration.ZERO)).contains(first);

            spool.written(first);
            assertThat(spool.next(100, Duration.ZERO).orElseThrow().rows())
                    .extracting(Row::millis)
                    .containsExactly(2L);
        }
    }

    @Test
    void a_batch_is_never_cut() throws Exception {
        var batch = new Batch("o", List.of(row(1), row(2), row(3)));
        try (var rig = SpoolRig.in(folder)) {
            rig.take(batch);

            assertThat(rig.spool().next(1, Duration.ZERO).orElseThrow().rows()).isEqualTo(batch.rows());
        }
    }

    private static Row row(long number) {
        return RandomBatches.numbered(number).rows().getFirst();
    }

    @Test
    void who_waits_is_woken_by_the_first_batch() throws Exception {
        try (var rig = SpoolRig.in(folder);
                var others = Executors.newVirtualThreadPerTaskExecutor()) {
            var portion = others.submit(() -> rig.spool().next(10, Duration.ofMinutes(1)));
            rig.takeNumbered(0, 1);

            assertThat(portion.get().orElseThrow().rows()).containsExactly(row(0));
        }
    }

    @Test
    void who_comes_soon_after_another_shares_its_fsync() throws Exception {
        var gathering = new Committer.Limits(1 << 20, Duration.ofSeconds(30), Duration.ofSeconds(2));
        try (var rig = SpoolRig.on(SegmentStorage.FILES, folder, gathering);
                var others = Executors.newVirtualThreadPerTaskExecutor()) {
            var taken = List.of(
                    others.submit(() -> rig.takeNumbered(0, 1)),
                    others.submit(() -> rig.takeNumbered(1, 2)),
                    others.submit(() -> rig.takeNumbered(2, 3)));
            for (var one : taken) {
                one.get();
            }

            assertThat(rig.fsyncs()).isEqualTo(1);
            assertThat(rig.drain()).hasSize(3);
        }
    }

    @Test
    void nothing_comes_of_patience_when_nothing_was_taken() throws Exception {
        try (var rig = SpoolRig.in(folder)) {
            assertThat(rig.spool().next(10, Duration.ofMillis(5))).isEmpty();
        }
    }

    @Test
    void after_a_restart_it_goes_on_behind_what_was_written() throws Exception {
        try (var rig = SpoolRig.in(folder)) {
            rig.takeNumbered(0, 10);
            rig.spool().written(rig.spool().next(4, Duration.ZERO).orElseThrow());
            assertThat(rig.spool().next(4, Duration.ZERO)).isPresent();
        }
        try (var rig = SpoolRig.in(folder)) {
            var later = rig.takeNumbered(10, 12);

            assertThat(rig.drain()).extracting(Row::millis).containsExactly(4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L);
            assertThat(later).hasSize(2);
        }
    }

    @Test
    void segments_that_are_in_the_database_are_deleted() throws Exception {
        try (var rig = SpoolRig.in(folder)) {
            rig.takeNumbered(0, 2);
        }
        try (var rig = SpoolRig.in(folder)) {
            rig.takeNumbered(2, 4);
            assertThat(SpoolRig.segments(folder)).hasSize(2);
            assertThat(rig.gauge("segments")).isEqualTo(2);

            rig.drain();
            assertThat(SpoolRig.segments(folder)).hasSize(1);
        }
        try (var rig = SpoolRig.in(folder)) {
            rig.takeNumbered(4, 5);
            rig.drain();
            assertThat(SpoolRig.segments(folder)).hasSize(1);
        }
    }

    @Test
    void rows_are_read_while_others_are_taken_by_many_at_once() throws Exception {
        var appenders = 20;
        var each = 100;
        var read = new ArrayList<Row>();
        try (var rig = SpoolRig.in(folder, 1 << 16);
                var others = Executors.newVirtualThreadPerTaskExecutor()) {
            var parts = new ArrayList<Future<List<Row>>>();
            for (var i = 0; i < appenders; i++) {
                var from = (long) i * each;
                parts.add(others.submit(() -> rig.takeNumbered(from, from + each)));
            }
            while (read.size() < appenders * each) {
                var portion = rig.spool().next(50, Duration.ofSeconds(30)).orElseThrow();
                read.addAll(portion.rows());
                rig.spool().written(portion);
            }
            for (var part : parts) {
                assertThat(part.get()).hasSize(each);
            }
            assertThat(rig.count("appended.rows")).isEqualTo(appenders * each);
            assertThat(rig.count("dropped.rows")).isZero();
        }
        assertThat(read).extracting(Row::millis).doesNotHaveDuplicates();
        for (var i = 0; i < appenders; i++) {
            var mine = i;
            assertThat(read)
                    .extracting(Row::millis)
                    .filteredOn(number -> number / each == mine)
                    .isSorted();
        }
    }

    @Test
    void the_oldest_give_way_when_it_is_full_and_are_counted() throws Exception {
        var max = 64 << 10;
        try (var rig = SpoolRig.in(folder, max)) {
            var taken = takeLarge(rig, 150);
            var dropped = (int) rig.count("dropped.rows");

            assertThat(dropped).isPositive();
            assertThat(rig.gauge("bytes")).isLessThanOrEqualTo(max);
            assertThat(rig.gauge("max")).isEqualTo(max);
            assertThat(rig.drain()).isEqualTo(taken.subList(dropped, taken.size()));
        }
    }

    @Test
    void what_was_given_out_already_is_not_lost_with_its_segment() throws Exception {
        try (var rig = SpoolRig.in(folder, 64 << 10)) {
            var taken = takeLarge(rig, 1);
            var portion = rig.spool().next(1, Duration.ZERO).orElseThrow();
            taken.addAll(takeLarge(rig, 150));
            var dropped = (int) rig.count("dropped.rows");

            assertThat(dropped).isPositive();
            assertThat(rig.spool().next(1, Duration.ZERO)).contains(portion);
            rig.spool().written(portion);
            var given = portion.rows().size();
            assertThat(rig.drain()).isEqualTo(taken.subList(given + dropped, taken.size()));
        }
    }

    private static List<Row> takeLarge(SpoolRig rig, int howMany) throws NotTakenException {
        var batches = new RandomBatches(howMany);
        var taken = new ArrayList<Row>();
        for (var i = 0; i < howMany; i++) {
            taken.addAll(rig.take(batches.next(10)));
            while (taken.isEmpty()) {
                taken.addAll(rig.take(batches.next(10)));
            }
        }
        return taken;
    }

    @Test
    void a_folder_is_for_one_process() {
        try (var _ = SpoolRig.in(folder)) {
            assertThatThrownBy(() -> SpoolRig.in(folder))
                    .isInstanceOf(CannotOpenSpoolException.class)
                    .hasMessage("another gpu-analyzer has %s in use: end it, or give this one a --data-dir of its own"
                            .formatted(folder));
        }
        SpoolRig.in(folder).close();
    }

    @Test
    void a_folder_that_is_none_is_told() throws IOException {
        var file = Files.createFile(folder.resolve("file"));

        assertThatThrownBy(() -> SpoolRig.in(file))
                .isInstanceOf(CannotOpenSpoolException.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    void the_age_of_the_oldest_is_told() throws Exception {
        var now = new AtomicReference<>(Instant.ofEpochSecond(1_700_000_000));
        try (var rig = SpoolRig.in(folder, now::get)) {
            rig.takeNumbered(0, 1);
            now.set(now.get().plusSeconds(60));
            rig.takeNumbered(1, 2);
            assertThat(rig.gauge("oldest.age")).isEqualTo(60);

            rig.spool().written(rig.spool().next(1, Duration.ZERO).orElseThrow());
            rig.spool().next(1, Duration.ZERO);
            assertThat(rig.gauge("oldest.age")).isZero();
            now.set(now.get().plusSeconds(5));
            assertThat(rig.gauge("oldest.age")).isEqualTo(5);
        }
        try (var rig = SpoolRig.in(folder, now::get)) {
            assertThat(rig.gauge("oldest.age")).isEqualTo(65);
            rig.drain();
            assertThat(rig.gauge("oldest.age")).isZero();
        }
    }

    @Test
    void a_position_that_says_nothing_means_all_again() throws Exception {
        try (var rig = SpoolRig.in(folder)) {
            rig.takeNumbered(0, 3);
            rig.spool().written(rig.spool().next(1, Duration.ZERO).orElseThrow());
        }
        Files.writeString(folder.resolve("samples").resolve("position"), "nonsense");
        try (var rig = SpoolRig.in(folder)) {
            assertThat(rig.drain()).hasSize(3);
        }
    }

    @Test
    void what_a_later_format_wrote_is_not_skipped() throws Exception {
        try (var rig = SpoolRig.in(folder)) {
            rig.takeNumbered(0, 1);
        }
        var segment = SpoolRig.segments(folder).getFirst();
        var packer = new Packer();
        var start = Frame.begin(packer);
        packer.text("gpu-ledger spool");
        packer.varint(2);
        Frame.end(packer, start, 0);
        Files.write(segment, Arrays.copyOf(packer.bytes(), packer.size()));

        assertThatThrownBy(() -> SpoolRig.in(folder))
                .isInstanceOf(CannotOpenSpoolException.class)
                .hasMessage(segment + " cannot be read: it is of format 2, and this program reads format 1;"
                        + " start the version that wrote it, or move the file away");
    }

    @Test
    void after_its_end_nothing_is_taken() {
        var rig = SpoolRig.in(folder);
        rig.close();

        assertThatThrownBy(() -> rig.takeNumbered(0, 1)).isInstanceOf(NotTakenException.class);
    }

    @Test
    void what_is_spooled_is_its_owners_alone() throws Exception {
        var spool = folder.resolve("data/spool");
        try (var rig = SpoolRig.in(spool)) {
            rig.takeNumbered(0, 3);
            rig.drain();
        }
        try (var files = Files.walk(folder.resolve("data"))) {
            for (var file : files.toList()) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .as(file.toString())
                        .isEqualTo(Files.isDirectory(file) ? "rwx------" : "rw-------");
            }
        }
    }
}
