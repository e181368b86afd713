package io.gpuledger.analyzer.parse.read;

import io.gpuledger.analyzer.parse.proto.ProtoWriter;
import io.gpuledger.analyzer.parse.proto.SnappyWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The answers that servers give of the series that they keep.
final class KeptAnswers {
    /// Prometheus begins another chunk then.
    private static final int CHUNK = 120;

    private KeptAnswers() {}

    static byte[] stream(List<KeptSeries> all) {
        return Answers.joined(all.stream()
                .map(one -> {
                    var series = series(one);
                    for (var from = 0; from < one.samples().size(); from += CHUNK) {
                        var to = Math.min(from + CHUNK, one.samples().size());
                        series.message(2, Answers.chunk(one.samples().subList(from, to)));
                    }
                    return Answers.frame(series);
                })
                .toArray(byte[][]::new));
    }

    static byte[] message(List<KeptSeries> all) {
        var result = new ProtoWriter();
        for (var one : all) {
            var series = series(one);
            one.samples()
                    .forEach(sample -> series.message(
                            2, new ProtoWriter().bits(1, sample.bits()).varint(2, sample.millis())));
            result.message(1, series);
        }
        return SnappyWriter.compress(new ProtoWriter().message(1, result).toBytes());
    }

    private static ProtoWriter series(KeptSeries one) {
        return Answers.series(one.labels().toArray(String[]::new));
    }

    static byte[] export(List<KeptSeries> all) {
        return bytes(joined(
                all,
                "\n",
                one -> "{\"metric\":%s,\"values\":[%s],\"timestamps\":[%s]}"
                        .formatted(
                                metric(one),
                                joined(one.samples(), ",", KeptAnswers::value),
                                joined(one.samples(), ",", sample -> "" + sample.millis()))));
    }

    static byte[] matrix(List<KeptSeries> all) {
        return bytes("{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[%s]}}"
                .formatted(joined(
                        all,
                        ",",
                        one -> "{\"metric\":%s,\"values\":[%s]}"
                                .formatted(
                                        metric(one),
                                        joined(
                                                one.samples(),
                                                ",",
                                                sample -> "[%s,\"%s\"]".formatted(seconds(sample), value(sample)))))));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static <T> String joined(List<T> all, String between, Function<T, String> text) {
        return all.stream().map(text).collect(Collectors.joining(between));
    }

    private static String metric(KeptSeries one) {
        return IntStream.range(0, one.labels().size() / 2)
                .mapToObj(i -> "\"%s\":\"%s\""
                        .formatted(one.labels().get(2 * i), one.labels().get(2 * i + 1)))
                .collect(Collectors.joining(",", "{", "}"));
    }

    /// Servers write whole seconds without a point.
    private static String seconds(Kept sample) {
        return new BigDecimal(sample.millis())
                .movePointLeft(3)
                .stripTrailingZeros()
                .toPlainString();
    }

    private static String value(Kept sample) {
        return new BigDecimal(Double.toString(sample.value()))
                .stripTrailingZeros()
                .toPlainString();
    }
}
