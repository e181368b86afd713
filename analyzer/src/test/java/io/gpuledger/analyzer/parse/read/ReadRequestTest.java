package io.gpuledger.analyzer.parse.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gpuledger.analyzer.parse.proto.MalformedMessageException;
import io.gpuledger.analyzer.parse.proto.PackedMessage;
import io.gpuledger.analyzer.parse.proto.ProtoWriter;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadRequestTest {
    private static byte[] unpacked(byte[] body) throws MalformedMessageException {
        var message = new PackedMessage(1 << 20).open(body, body.length);
        return Arrays.copyOf(message.bytes, message.end);
    }

    private static ProtoWriter matcher(int type, String name, String value) {
        return new ProtoWriter().varint(1, type).text(2, name).text(3, value);
    }

    @Test
    void a_request_asks_for_a_range_without_its_end_and_for_chunks_first() throws MalformedMessageException {
        var body = ReadRequest.of(
                new TimeRange(1_000, 2_000),
                List.of(
                        Matcher.ofMetric("up"),
                        new Matcher(Matcher.Type.NOT_EQUAL, "job", "ä"),
                        new Matcher(Matcher.Type.LIKE, "node", "a.*"),
                        new Matcher(Matcher.Type.UNLIKE, "gpu", "")));
        var query = new ProtoWriter()
                .varint(1, 1_000)
                .varint(2, 1_999)
                .message(3, matcher(0, "__name__", "up"))
                .message(3, matcher(1, "job", "ä"))
                .message(3, matcher(2, "node", "a.*"))
                .message(3, matcher(3, "gpu", ""));
        assertThat(unpacked(body))
                .isEqualTo(new ProtoWriter()
                        .message(1, query)
                        .varint(2, 1)
                        .varint(2, 0)
                        .toBytes());
    }

    @Test
    void times_before_1970_and_long_values_are_said_as_well() throws MalformedMessageException {
        var value = "0123456789abcdef".repeat(10_000);
        var body = ReadRequest.of(new TimeRange(-5, 0), List.of(Matcher.ofMetric(value)));
        var query = new ProtoWriter().varint(1, -5).varint(2, -1).message(3, matcher(0, "__name__", value));
        assertThat(unpacked(body))
                .isEqualTo(new ProtoWriter()
                        .message(1, query)
                        .varint(2, 1)
                        .varint(2, 0)
                        .toBytes());
    }

    @Test
    void nothing_is_in_a_range_that_ends_where_it_begins() {
        assertThatIllegalArgumentException().isThrownBy(() -> new TimeRange(5, 5));
    }

    @Test
    void a_selector_is_what_promql_has() {
        assertThat(Matcher.selector(List.of(
                        Matcher.ofMetric("up"),
                        new Matcher(Matcher.Type.NOT_EQUAL, "job", "a\"b"),
                        new Matcher(Matcher.Type.LIKE, "node", "a\\d+"),
                        new Matcher(Matcher.Type.UNLIKE, "note", "1\n2"))))
                .isEqualTo("{__name__=\"up\",job!=\"a\\\"b\",node=~\"a\\\\d+\",note!~\"1\\n2\"}");
    }
}
