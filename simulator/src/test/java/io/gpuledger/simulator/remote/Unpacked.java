package io.gpuledger.simulator.remote;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads write requests by the two specifications, slowly and in the plainest way.
public final class Unpacked {
    /// This is one sample of a series.
    public record Sample(SortedMap<String, String> labels, long millis, double value) {}

    private final byte[] bytes;
    private int at;

    private Unpacked(byte[] bytes) {
        this.bytes = bytes;
    }

    public static List<Sample> samples(byte[] body) {
        var samples = new ArrayList<Sample>();
        var request = new Unpacked(plain(body));
        while (request.at < request.bytes.length) {
            request.require((1 << 3) | 2);
            request.inner().series(samples);
        }
        return samples;
    }

    private void series(List<Sample> samples) {
        var labels = new TreeMap<String, String>();
        while (at < bytes.length) {
            var tag = varint();
            var inner = inner();
            if (tag == ((1 << 3) | 2)) {
                inner.require((1 << 3) | 2);
                var name = inner.text();
                inner.require((2 << 3) | 2);
                labels.put(name, inner.text());
            } else {
                inner.require((1 << 3) | 1);
                var bits = 0L;
                for (var octet = 0; octet < 8; octet++) {
                    bits |= (inner.bytes[inner.at++] & 0xFFL) << (8 * octet);
                }
                inner.require(2 << 3);
                samples.add(new Sample(labels, inner.varint(), Double.longBitsToDouble(bits)));
            }
        }
    }

    private void require(long tag) {
        var found = varint();
        if (found != tag) {
            throw new AssertionError("tag %d, not %d, at %d".formatted(found, tag, at));
        }
    }

    private String text() {
        return new String(inner().bytes, StandardCharsets.UTF_8);
    }

    private Unpacked inner() {
        var length = (int) varint();
        at += length;
        return new Unpacked(Arrays.copyOfRange(bytes, at - length, at));
    }

    private long varint() {
        var value = 0L;
        for (var shift = 0; ; shift += 7) {
            var octet = bytes[at++];
            value |= (octet & 0x7FL) << shift;
            if (octet >= 0) {
                return value;
            }
        }
    }

    /// Unpacks Snappy's block format.
    static byte[] plain(byte[] body) {
        var in = new Unpacked(body);
        var out = new byte[(int) in.varint()];
        var written = 0;
        while (in.at < body.length) {
            var tag = body[in.at++] & 0xFF;
            var high = tag >>> 2;
            int length;
            int back;
            switch (tag & 3) {
                case 0 -> {
                    length = 1 + (high < 60 ? high : (int) in.little(high - 59));
                    System.arraycopy(body, in.at, out, written, length);
                    in.at += length;
                    written += length;
                    continue;
                }
                case 1 -> {
                    length = 4 + (high & 7);
                    back = ((high >>> 3) << 8) | (int) in.little(1);
                }
                default -> {
                    length = 1 + high;
                    back = (int) in.little((tag & 3) == 2 ? 2 : 4);
                }
            }
            for (var end = written + length; written < end; written++) {
                out[written] = out[written - back];
            }
        }
        if (written != out.length) {
            throw new AssertionError("%d bytes, not %d".formatted(written, out.length));
        }
        return out;
    }

    private long little(int octets) {
        var value = 0L;
        for (var octet = 0; octet < octets; octet++) {
            value |= (bytes[at++] & 0xFFL) << (8 * octet);
        }
        return value;
    }
}
