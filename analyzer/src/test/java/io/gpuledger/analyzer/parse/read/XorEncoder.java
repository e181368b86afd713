package io.gpuledger.analyzer.parse.read;

import java.util.Arrays;
import java.util.List;

/// Writes chunks as Prometheus does, bit after bit, with the least thought.
final class XorEncoder {
    private byte[] bytes = new byte[64];
    private int bits;
    private int leading = -1;
    private int trailing;

    private XorEncoder() {}

    static byte[] encode(List<Kept> samples) {
        return new XorEncoder().encoded(samples);
    }

    private byte[] encoded(List<Kept> samples) {
        write(samples.size(), 16);
        for (var i = 0; i < samples.size(); i++) {
            var millis = samples.get(i).millis();
            var value = samples.get(i).bits();
            if (i == 0) {
                varint((millis << 1) ^ (millis >> 63));
                write(value, 64);
            } else {
                var step = millis - samples.get(i - 1).millis();
                if (i == 1) {
                    varint(step);
                } else {
                    difference(step
                            - samples.get(i - 1).millis()
                            + samples.get(i - 2).millis());
                }
                value(value ^ samples.get(i - 1).bits());
            }
        }
        return Arrays.copyOf(bytes, (bits + 7) / 8);
    }

    private void varint(long number) {
        var rest = number;
        while ((rest & ~0x7FL) != 0) {
            write((rest & 0x7F) | 0x80, 8);
            rest >>>= 7;
        }
        write(rest, 8);
    }

    private void difference(long difference) {
        if (difference == 0) {
            write(0, 1);
        } else if (fits(difference, 14)) {
            write(0b10, 2);
            write(difference, 14);
        } else if (fits(difference, 17)) {
            write(0b110, 3);
            write(difference, 17);
        } else if (fits(difference, 20)) {
            write(0b1110, 4);
            write(difference, 20);
        } else {
            write(0b1111, 4);
            write(difference, 64);
        }
    }

    private static boolean fits(long difference, int size) {
        var greatest = 1L << (size - 1);
        return difference <= greatest && difference > -greatest;
    }

    private void value(long difference) {
        if (difference == 0) {
            write(0, 1);
            return;
        }
        var before = Math.min(Long.numberOfLeadingZeros(difference), 31);
        var after = Long.numberOfTrailingZeros(difference);
        if (leading >= 0 && before >= leading && after >= trailing) {
            write(0b10, 2);
        } else {
            leading = before;
            trailing = after;
            write(0b11, 2);
            write(before, 5);
            write(64 - before - after, 6);
        }
        write(difference >>> trailing, 64 - leading - trailing);
    }

    /// Writes the last bits of a number.
    private void write(long number, int count) {
        for (var i = count - 1; i >= 0; i--) {
            if (bits / 8 == bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * bytes.length);
            }
            bytes[bits / 8] |= (byte) (((number >>> i) & 1) << (7 - bits % 8));
            bits++;
        }
    }
}
