package io.gpuledger.analyzer.parse.read;

import static io.gpuledger.analyzer.parse.read.Answers.chunk;
import static io.gpuledger.analyzer.parse.read.Answers.frame;
import static io.gpuledger.analyzer.parse.read.Answers.joined;
import static io.gpuledger.analyzer.parse.read.Answers.series;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpuledger.analyzer.parse.proto.ProtoWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ChunkStreamTest {
    private static final TimeRange RANGE = new TimeRange(1_000, 2_000);
    private static final ReadLimits LIMITS = new ReadLimits(1 << 20, 1 << 20, 1_000, 4, 20, 40);

    private Recorder recorder = new Recorder();

    private void read(byte[]... frames) throws IOException, BadAnswerException {
        read(RANGE, new ByteArrayInputStream(joined(frames)));
    }

    private void read(TimeRange range, InputStream in) throws IOException, BadAnswerException {
        recorder = new Recorder();
        new ChunkStream(range, LIMITS, recorder).read(in);
    }

    private void refused(String why, byte[]... frames) {
        ChangedAnswers.refused(joined(frames), this::read, why);
    }

    /// The value of each is its time.
    private static List<Kept> at(long... millis) {
        return LongStream.of(millis).mapToObj(one -> Kept.of(one, (double) one)).toList();
    }

    private static byte[] good() {
        return joined(
                frame(series("__name__", "up", "job", "a").message(2, chunk(at(1_000, 1_015, 1_030)))),
                frame(
                        series("__name__", "power", "gpu", "0").message(2, chunk(at(1_001))),
                        series("__name__", "power", "gpu", "1")
                                .message(2, chunk(at(1_001, 1_002)))
                                .message(2, chunk(at(1_003)))));
    }

    @Test
    void series_and_samples_arrive() throws IOException, BadAnswerException {
        read(good());
        assertThat(recorder.begun).containsExactly("up{job=\"a\"}", "power{gpu=\"0\"}", "power{gpu=\"1\"}");
        assertThat(recorder.samples.values())
                .containsExactly(at(1_000, 1_015, 1_030), at(1_001), at(1_001, 1_002, 1_003));
    }

    @Test
    void nothing_is_an_answer_too() throws IOException, BadAnswerException {
        read();
        assertThat(recorder.begun).isEmpty();
        read(frame(new byte[0]));
        assertThat(recorder.begun).isEmpty();
    }

    @Test
    void a_series_that_goes_on_in_the_next_frame_is_one_series() throws IOException, BadAnswerException {
        var first = frame(series("__name__", "up").message(2, chunk(at(1_000))));
        var second = frame(series("__name__", "up").message(2, chunk(at(1_001))));
        var other = frame(series("__name__", "up", "a", "b").message(2, chunk(at(1_000))));
        read(first, second, other);
        assertThat(recorder.begun).containsExactly("up{}", "up{a=\"b\"}");
        assertThat(recorder.samples.get("up{}")).isEqualTo(at(1_000, 1_001));
    }

    @Test
    void samples_outside_of_the_range_are_left_out() throws IOException, BadAnswerException {
        read(frame(series("__name__", "up").message(2, chunk(at(-5, 999, 1_000, 1_999, 2_000, 9_000)))));
        assertThat(recorder.samples.get("up{}")).isEqualTo(at(1_000, 1_999));
    }

    @Test
    void of_chunks_that_overlap_each_time_arrives_once() throws IOException, BadAnswerException {
        var twice = chunk(at(1_000, 1_010, 1_020));
        read(frame(series("__name__", "up")
                .message(2, twice)
                .message(2, twice)
                .message(2, chunk(at(1_005, 1_020, 1_030)))));
        assertThat(recorder.samples.get("up{}")).isEqualTo(at(1_000, 1_010, 1_020, 1_030));
    }

    @Test
    void a_series_that_is_not_wanted_is_not_even_decoded() throws IOException, BadAnswerException {
        read(frame(series("__name__", "ignored").message(2, chunk(9, new byte[] {1}))));
        assertThat(recorder.samples.get("ignored{}")).isEmpty();
    }

    @Test
    void histograms_are_counted() throws IOException, BadAnswerException {
        read(frame(series("__name__", "up")
                .message(2, chunk(2, new byte[] {1, 2, 3}))
                .message(2, chunk(3, new byte[] {0, 1}))
                .message(2, chunk(at(1_000)))));
        assertThat(recorder.histograms).isEqualTo(0x102 + 1);
        assertThat(recorder.samples.get("up{}")).isEqualTo(at(1_000));
    }

    @Test
    void series_with_wrong_labels_are_passed_over() throws IOException, BadAnswerException {
        var noText = new ProtoWriter().message(1, new ProtoWriter().text(1, "a").bytes(2, new byte[] {(byte) 0xC3}));
        read(frame(
                series("gpu", "0"),
                series("__name__", ""),
                series("__name__", "a", "b", "c", "b", "d"),
                series("__name__", "a", "", "c"),
                series("__name__", "a", "b", "\u001b[2J"),
                series("__name__", "a", "n".repeat(21), "0"),
                series("__name__", "a", "b", "v".repeat(41)),
                series("__name__", "a", "b", "1", "c", "1", "d", "1", "e", "1"),
                noText,
                series("__name__", "a", "b", "1", "c", "1", "d", "1").message(2, chunk(at(1_000)))));
        assertThat(recorder.passedOver)
                .containsExactly(
                        "no name",
                        "no name",
                        "the label b twice",
                        "a label without a name",
                        "control characters in a label",
                        "a label of 21 and 1 characters",
                        "a label of 1 and 41 characters",
                        "more than 4 labels",
                        "a label that is not UTF-8");
        assertThat(recorder.begun).containsExactly("a{b=\"1\",c=\"1\",d=\"1\"}");
    }

    @Test
    void a_series_that_was_passed_over_is_not_taken_for_the_next() throws IOException, BadAnswerException {
        read(
                frame(series("__name__", "a", "b", "\0")),
                frame(series("__name__", "a").message(2, chunk(at(1_000)))),
                frame(series("__name__", "a", "b", "\0")),
                frame(series("__name__", "a").message(2, chunk(at(1_000)))));
        assertThat(recorder.passedOver).hasSize(2);
        assertThat(recorder.begun).containsExactly("a{}", "a{}");
    }

    @Test
    void fields_may_come_in_any_order_and_from_later_versions() throws IOException, BadAnswerException {
        var data = XorEncoder.encode(at(1_000));
        var chunk = new ProtoWriter().bytes(4, data).text(9, "new").varint(3, 1);
        var series = new ProtoWriter()
                .message(2, chunk)
                .varint(77, 1)
                .message(1, new ProtoWriter().text(2, "up").varint(5, 1).text(1, "__name__"));
        read(frame(new ProtoWriter().varint(9, 1).message(1, series).toBytes()));
        assertThat(recorder.samples.get("up{}")).isEqualTo(at(1_000));
    }

    @Test
    void what_is_malformed_is_refused_with_its_place() {
        refused("frame 3 of the stream cannot be read: the answer ends in it", good(), new byte[] {5});
        refused("the answer ends after 1 of its 5 bytes", new byte[] {5, 0, 0, 0, 0, 9});
        refused(
                "it says that it has 1048577 bytes, where 1048576 are allowed",
                new ProtoWriter().raw(1_048_577).toBytes());
        refused(
                "it says that it has 18446744073709551615 bytes",
                new ProtoWriter().raw(-1).toBytes());
        var endless = new byte[11];
        Arrays.fill(endless, (byte) -1);
        refused("a number of more than ten bytes", endless);
        refused("its checksum is wrong", new byte[] {1, 0, 0, 0, 0, 9});
        refused("not the tag of a field: 1, at byte 1", frame(new byte[] {1}));
        refused("a chunk of encoding 4", frame(series("__name__", "a").message(2, chunk(4, new byte[3]))));
        refused("a chunk of encoding 0", frame(series("__name__", "a").message(2, new ProtoWriter())));
        refused("a chunk of 1 bytes", frame(series("__name__", "a").message(2, chunk(1, new byte[1]))));
    }

    @Test
    void a_server_that_fails_on_the_way_is_quoted() {
        var words = "query timed out in expression evaluation\n".getBytes(StandardCharsets.US_ASCII);
        refused("in its place, the server says: query timed out in expression evaluation", good(), words);
        var many = ("# an error: " + "why ".repeat(100)).getBytes(StandardCharsets.US_ASCII);
        refused("in its place, the server says: # an error: why why", good(), many);
    }

    @Test
    void a_length_that_lies_costs_no_memory() {
        var limits = new ReadLimits(1 << 30, 1 << 20, 1_000, 4, 20, 40);
        var liar = joined(new ProtoWriter().raw(1 << 30).toBytes(), new byte[10]);
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        var before = threads.getCurrentThreadAllocatedBytes();
        assertThatExceptionOfType(BadAnswerException.class)
                .isThrownBy(() -> new ChunkStream(RANGE, limits, recorder).read(new ByteArrayInputStream(liar)))
                .withMessageContaining("the answer ends after 6 of its 1,073,741,824 bytes");
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1_000_000);
    }

    @Test
    void an_error_of_the_stream_itself_stays_one() {
        var broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("reset by peer");
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                return read();
            }
        };
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> read(RANGE, new SequenceInputStream(new ByteArrayInputStream(good()), broken)))
                .withMessage("reset by peer");
        assertThat(recorder.begun).hasSize(3);
    }

    @Test
    void large_frames_arrive_in_pieces_of_any_size() throws IOException, BadAnswerException {
        var random = random();
        var samples = RandomSeries.of(random, 60_000);
        var stream = frame(series("__name__", "up").message(2, chunk(samples)));
        read(Answers.ALWAYS, new ByteArrayInputStream(stream) {
            @Override
            public synchronized int read(byte[] into, int from, int length) {
                return super.read(into, from, Math.min(length, 1 + random.nextInt(5_000)));
            }
        });
        assertThat(recorder.samples.get("up{}")).isEqualTo(samples);
    }

    @Test
    void a_stream_that_is_cut_off_anywhere_is_refused_unless_it_ends_with_a_frame()
            throws IOException, BadAnswerException {
        var first = frame(series("__name__", "up", "job", "a").message(2, chunk(at(1_000, 1_015, 1_030)))).length;
        new ChangedAnswers(good(), this::read).areRefusedWhereTheyAreCutOff(Set.of(first), "the answer ends");
    }

    @Test
    void every_byte_that_arrives_as_another_is_noticed() {
        var stream = good();
        for (var i = 0; i < stream.length; i++) {
            for (var bit = 0; bit < 8; bit++) {
                var changed = stream.clone();
                changed[i] ^= (byte) (1 << bit);
                refused("cannot be read", changed);
            }
        }
    }

    /// Also such as have a checksum that is right.
    @Test
    void whatever_a_frame_holds_is_refused_or_read_and_nothing_else() {
        var random = random();
        var message = frameless(series("__name__", "up", "job", "a")
                .message(2, chunk(RandomSeries.of(random, 30)))
                .message(2, chunk(RandomSeries.of(random, 5))));
        new ChangedAnswers(message, changed -> read(Answers.ALWAYS, new ByteArrayInputStream(frame(changed))))
                .areReadOrRefused(Pattern.compile("(?s)frame 1 of the stream cannot be read: .+"));
    }

    private static byte[] frameless(ProtoWriter series) {
        return new ProtoWriter().message(1, series).toBytes();
    }

    private static Random random() {
        var seed = System.nanoTime();
        System.out.println("ChunkStreamTest seed " + seed);
        return new Random(seed);
    }
}
