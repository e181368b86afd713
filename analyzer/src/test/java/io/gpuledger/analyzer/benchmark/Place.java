package io.gpuledger.analyzer.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Where a number stands on a page that changes from scrape to scrape: a gauge wobbles, a counter goes up. It keeps its
/// number of digits, so that a page can be changed in place. Other numbers stand as they are: zeros, small counts,
/// limits.
///
/// @param point where the decimal point is among its characters; negative where there is none
/// @param first its digits as the page was written, without the point; so are the others
record Place(int offset, int width, int point, boolean counter, long first, long lowest, long highest) {
    private static final int DIGITS_MIN_OF_A_GAUGE = 2;
    /// Whatever counts this far counts all the time.
    private static final int DIGITS_MIN_OF_A_COUNTER = 6;

    /// All such of a page in ASCII.
    static List<Place> on(String page) {
        var places = new ArrayList<Place>();
        var counter = false;
        var offset = 0;
        for (var line : page.split("\n", -1)) {
            var value = line.lastIndexOf(' ') + 1;
            if (line.startsWith("# TYPE ")) {
                counter = line.endsWith(" counter");
            } else if (!line.startsWith("#") && !line.contains("timestamp_seconds") && !DcgmText.isConstant(line)) {
                of(line.substring(value), offset + value, counter).ifPresent(places::add);
            }
            offset += line.length() + 1;
        }
        return places;
    }

    private static Optional<Place> of(String value, int offset, boolean counter) {
        var mantissa = value.split("e", 2)[0];
        var digits = mantissa.replace(".", "");
        if (!digits.matches("\\d{%d,18}".formatted(counter ? DIGITS_MIN_OF_A_COUNTER : DIGITS_MIN_OF_A_GAUGE))
                || digits.matches("0+")) {
            return Optional.empty();
        }
        var first = Long.parseLong(digits);
        var belowOne = digits.startsWith("0");
        var power = Math.round(Math.pow(10, digits.length() - 1));
        var least = belowOne ? 1 : power;
        var most = belowOne ? power - 1 : 10 * power - 1;
        var point = mantissa.indexOf('.');
        return Optional.of(
                counter
                        ? new Place(offset, mantissa.length(), point, true, first, least, most)
                        : new Place(
                                offset,
                                mantissa.length(),
                                point,
                                false,
                                first,
                                Math.max(least, first - first / 8),
                                Math.min(most, first + first / 8)));
    }

    /// What it begins with on one of many pages.
    long start(long random) {
        var spread = (random >>> 1) % (first / 8 + 1);
        return whole(Math.min(highest, counter ? first + spread : lowest + 2 * spread));
    }

    long next(long value, long random) {
        return counter ? up(value, random >>> 1) : wobbled(value, random >>> 1);
    }

    /// Begins anew when it has run out of digits, as after a restart.
    private long up(long value, long random) {
        var step = first / 32_768 + 1;
        var more = value + step + random % step;
        return whole(more > highest ? lowest : more);
    }

    private long wobbled(long value, long random) {
        var step = first / 64 + 1;
        return whole(Math.clamp(value + random % (2 * step + 1) - step, lowest, highest));
    }

    /// Nobody writes a zero at the end of a fraction.
    private long whole(long value) {
        return point >= 0 && value % 10 == 0 ? value + 1 : value;
    }

    /// @param base where the page begins
    void write(long value, byte[] bytes, int base) {
        var rest = value;
        for (var at = width - 1; at >= 0; at--) {
            if (at != point) {
                bytes[base + offset + at] = (byte) ('0' + rest % 10);
                rest /= 10;
            }
        }
    }
}
