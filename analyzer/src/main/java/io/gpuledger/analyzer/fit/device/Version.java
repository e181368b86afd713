package io.gpuledger.analyzer.fit.device;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A version as https://semver.org/ has them.
///
/// @param numbers major, minor and patch
/// @param stage what comes before the release; empty for the release itself
public record Version(List<BigInteger> numbers, List<String> stage) implements Comparable<Version> {
    private static final Pattern FORM = Pattern.compile("(0|[1-9]\\d{0,18})\\.(0|[1-9]\\d{0,18})\\.(0|[1-9]\\d{0,18})"
            + "(?:-([0-9A-Za-z.-]{1,64}))?(?:\\+[0-9A-Za-z.-]{1,64})?");

    public Version {
        numbers = List.copyOf(numbers);
        stage = List.copyOf(stage);
    }

    public static Optional<Version> of(String text) {
        var form = FORM.matcher(text);
        return form.matches()
                ? Optional.of(new Version(
                        List.of(
                                new BigInteger(form.group(1)),
                                new BigInteger(form.group(2)),
                                new BigInteger(form.group(3))),
                        Optional.ofNullable(form.group(4))
                                .map(stage -> List.of(stage.split("\\.", -1)))
                                .orElse(List.of())))
                : Optional.empty();
    }

    @Override
    public int compareTo(Version other) {
        for (var i = 0; i < numbers.size(); i++) {
            var compared = numbers.get(i).compareTo(other.numbers.get(i));
            if (compared != 0) {
                return compared;
            }
        }
        if (stage.isEmpty() || other.stage.isEmpty()) {
            return Boolean.compare(stage.isEmpty(), other.stage.isEmpty());
        }
        for (var i = 0; i < Math.min(stage.size(), other.stage.size()); i++) {
            var compared = compared(stage.get(i), other.stage.get(i));
            if (compared != 0) {
                return compared;
            }
        }
        return Integer.compare(stage.size(), other.stage.size());
    }

    /// Numbers come before words.
    private static int compared(String one, String other) {
        var isNumber = isNumber(one);
        return isNumber && isNumber(other)
                ? new BigInteger(one).compareTo(new BigInteger(other))
                : isNumber == isNumber(other) ? one.compareTo(other) : isNumber ? -1 : 1;
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
