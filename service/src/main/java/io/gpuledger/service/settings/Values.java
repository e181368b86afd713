package io.gpuledger.service.settings;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// How values are written, by hand and by us.
final class Values {
    private static final Pattern PART = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    private static final Pattern DURATION = Pattern.compile("(" + PART + ")+");

    private static final Pattern WHOLE = Pattern.compile("\\d{1,15}");

    private Values() {}

    static long whole(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException("must be a whole number");
        }
    }

    /// Reads a duration of one part or several, as programs in Go print it: `1m30s`.
    static Duration duration(String text) {
        if (!DURATION.matcher(text).matches()) {
            throw new IllegalArgumentException("must be a duration such as 500ms, 15s, 2m, 1h or 14d");
        }
        return PART.matcher(text).results().map(Values::part).reduce(Duration.ZERO, Duration::plus);
    }

    private static Duration part(MatchResult part) {
        var count = Long.parseLong(part.group(1));
        return switch (part.group(2)) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }

    static Duration milliseconds(String text) {
        return WHOLE.matcher(text).matches() ? Duration.ofMillis(Long.parseLong(text)) : duration(text);
    }

    /// The words that Go takes for a truth value, so that a program of ours can stand in for one in Go.
    static boolean onOff(String text) {
        return switch (text) {
            case "true", "True", "TRUE", "t", "T", "1" -> true;
            case "false", "False", "FALSE", "f", "F", "0" -> false;
            default -> throw new IllegalArgumentException("must be true or false");
        };
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
