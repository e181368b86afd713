package io.gpuledger.analyzer.store.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.store.spool.FrameReader.Found;
import io.gpuledger.analyzer.telemetry.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DamagedSegmentTest {
    private static final int BATCHES = 6;

    @TempDir
    Path folder;

    private Path segment;
    private byte[] whole;
    private List<Row> rows;
    /// Where the frames end: the header's, and each batch's, of a row each.
    private List<Long> ends;

    @BeforeEach
    void write_a_segment() throws Exception {
        try (var rig = SpoolRig.in(folder)) {
            rows = rig.takeNumbered(0, BATCHES);
        }
        segment = SpoolRig.segments(folder).getFirst();
        whole = Files.readAllBytes(segment);
        ends = ends();
    }

    private List<Long> ends() throws IOException {
        var found = new ArrayList<Long>();
        try (var frames = new FrameReader(segment)) {
            var position = 0L;
            while (frames.read(position, whole.length) instanceof Found.Whole frame) {
                position = frame.end();
                found.add(position);
            }
        }
        return found;
    }

    /// Returns the rows of the frames that end there or before.
    private List<Row> rowsUntil(int position) {
        var frames = ends.stream().filter(end -> end <= position).count();
        return rows.subList(0, (int) Math.max(0, frames - 1));
    }

    @Test
    void cut_anywhere_all_before_the_cut_comes_back_and_nothing_else() throws Exception {
        for (var cut = 0; cut <= whole.length; cut++) {
            Files.write(segment, Arrays.copyOf(whole, cut));
            try (var rig = SpoolRig.in(folder)) {
                assertThat(readAll(rig)).as("cut at %d", cut).isEqualTo(rowsUntil(cut));
                assertThat(rig.count("corrupt.frames")).isZero();
            }
        }
    }

    @Test
    void a_tail_of_zeros_is_cut_off() throws Exception {
        Files.write(segment, Arrays.copyOf(whole, whole.length + 5_000));
        try (var rig = SpoolRig.in(folder)) {
            assertThat(readAll(rig)).isEqualTo(rows);
            assertThat(rig.count("corrupt.frames")).isZero();
        }
        assertThat(segment).hasSize(whole.length);
    }

    @Test
    void a_last_frame_of_which_only_the_start_came_to_the_disk_is_cut_off() throws Exception {
        var torn = Arrays.copyOf(Arrays.copyOf(whole, whole.length - 3), whole.length + 5_000);
        Files.write(segment, torn);
        try (var rig = SpoolRig.in(folder)) {
            assertThat(readAll(rig)).isEqualTo(rows.subList(0, BATCHES - 1));
            assertThat(rig.count("corrupt.frames")).isZero();
        }
    }

    @Test
    void wherever_a_byte_is_flipped_all_before_it_comes_back_and_the_next_segment() throws Exception {
        List<Row> later;
        try (var rig = SpoolRig.in(folder)) {
            later = rig.takeNumbered(100, 103);
        }
        var seed = 11L;
        System.out.println("seed " + seed);
        var random = new Random(seed);
        for (var i = 0; i < 400; i++) {
            var place = random.nextInt(whole.length);
            var flipped = whole.clone();
            flipped[place] ^= (byte) (1 << random.nextInt(8));
            Files.write(segment, flipped);
            try (var rig = SpoolRig.in(folder)) {
                var expected = new ArrayList<>(rowsUntil(place));
                expected.addAll(later);
                assertThat(readAll(rig)).as("flipped at %d", place).isEqualTo(expected);
                assertThat(rig.count("corrupt.frames")).isEqualTo(1);
            }
        }
    }

    @Test
    void a_segment_that_somebody_deleted_is_counted_and_the_next_one_read() throws Exception {
        List<Row> later;
        try (var rig = SpoolRig.in(folder)) {
            later = rig.takeNumbered(100, 103);
            Files.delete(segment);
            assertThat(rig.drain()).isEqualTo(later);
            assertThat(rig.count("corrupt.frames")).isEqualTo(1);
        }
    }

    @Test
    void a_segment_that_cannot_be_read_at_the_moment_is_not_given_up() throws Exception {
        try (var rig = SpoolRig.in(folder)) {
            Files.delete(segment);
            Files.createDirectory(segment);
            assertThat(rig.drain()).isEmpty();
            Files.delete(segment);
            Files.write(segment, whole);

            assertThat(rig.drain()).isEqualTo(rows);
            assertThat(rig.count("corrupt.frames")).isZero();
        }
    }

    @Test
    void what_is_damaged_while_it_is_written_is_left_for_a_new_segment() throws Exception {
        try (var rig = SpoolRig.in(folder)) {
            rig.drain();
            rig.takeNumbered(10, 11);
            var current = SpoolRig.segments(folder).getLast();
            var content = Files.readAllBytes(current);
            content[content.length - 1] ^= 1;
            Files.write(current, content);
            assertThat(rig.drain()).isEmpty();

            assertThat(rig.takeNumbered(11, 13)).isEqualTo(rig.drain());
            assertThat(rig.count("corrupt.frames")).isEqualTo(1);
        }
    }

    /// Without saying that it is written, so that it is there the next time.
    private static List<Row> readAll(SpoolRig rig) throws InterruptedException {
        return rig.spool()
                .next(Integer.MAX_VALUE, Duration.ZERO)
                .map(portion -> portion.rows())
                .orElse(List.of());
    }
}
