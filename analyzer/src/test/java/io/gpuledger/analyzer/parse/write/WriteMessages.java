package io.gpuledger.analyzer.parse.write;

import io.gpuledger.analyzer.parse.proto.ProtoWriter;
import io.gpuledger.analyzer.parse.proto.SnappyWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Requests of both versions, as their specifications have them.
public final class WriteMessages {
    /// The NaN of the end of a series.
    public static final double STALE = Double.longBitsToDouble(0x7ff0_0000_0000_0002L);

    public record Sample(double value, long millis) {
        /// Fields that are 0 are left out, as all writers of protobuf do.
        ProtoWriter message() {
            var message = new ProtoWriter();
            if (Double.doubleToRawLongBits(value) != 0) {
                message.number(1, value);
            }
            return millis == 0 ? message : message.varint(2, millis);
        }
    }

    /// Its labels are names and values by turns, `__name__` among them.
    public record Series(List<String> labels, List<Sample> samples) {
        public static Series of(String... labels) {
            return new Series(List.of(labels), List.of());
        }

        public Series with(double value, long millis) {
            var more = new ArrayList<>(samples);
            more.add(new Sample(value, millis));
            return new Series(labels, more);
        }
    }

    private WriteMessages() {}

    /// Returns a request of the version with these series.
    public static byte[] body(WriteVersion version, Series... series) {
        return SnappyWriter.compress(
                switch (version) {
                    case V1 -> v1(series);
                    case V2 -> v2(series);
                });
    }

    static byte[] v1(Series... series) {
        var request = new ProtoWriter();
        for (var one : series) {
            var message = labels(one.labels());
            one.samples().forEach(sample -> message.message(2, sample.message()));
            request.message(1, message);
        }
        return request.toBytes();
    }

    /// Writes the labels of a series of 1.0.
    static ProtoWriter labels(List<String> labels) {
        var message = new ProtoWriter();
        for (var i = 0; i < labels.size(); i += 2) {
            message.message(1, new ProtoWriter().text(1, labels.get(i)).text(2, labels.get(i + 1)));
        }
        return message;
    }

    static byte[] v2(Series... series) {
        var symbols = new LinkedHashMap<String, Integer>();
        symbols.put("", 0);
        var messages = Arrays.stream(series).map(one -> v2(one, symbols)).toList();
        var request = new ProtoWriter();
        symbols.keySet().forEach(symbol -> request.text(4, symbol));
        messages.forEach(message -> request.message(5, message));
        return request.toBytes();
    }

    private static ProtoWriter v2(Series series, Map<String, Integer> symbols) {
        var references = new ProtoWriter();
        series.labels().forEach(label -> references.raw(symbols.computeIfAbsent(label, _ -> symbols.size())));
        var message = new ProtoWriter().bytes(1, references.toBytes());
        series.samples().forEach(sample -> message.message(2, sample.message()));
        return message.message(5, new ProtoWriter().varint(1, 1)).varint(6, 1_000);
    }
}
