package io.gpuledger.analyzer.fit.spec;

import io.gpuledger.analyzer.cluster.Resource;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// Reads an amount as Kubernetes writes it: `500m`, `1.5`, `64Gi`, `1e3`.
/// https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
final class Quantity {
    private static final Pattern FORM =
            Pattern.compile("([+-]?)(\\d{1,64}\\.?\\d{0,64}|\\.\\d{1,64})([numkMGTPE]|[KMGTPE]i|[eE][+-]?\\d{1,9})?");
    private static final Map<String, Integer> TENS =
            Map.of("n", -9, "u", -6, "m", -3, "k", 3, "M", 6, "G", 9, "T", 12, "P", 15, "E", 18);
    private static final String TWOS = "KMGTPE";
    /// Beyond this all numbers are too large, or next to nothing.
    private static final int EXPONENT_MAX = 200;
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

    private Quantity() {}

    /// Returns how much it is, as a whole number: of `cpu` in thousandths of a core, of all else in its base
    /// unit. A part of one counts as one, and more than a number can be is the most that one can. It is empty
    /// where the text is no amount, or less than nothing.
    static OptionalLong of(String resource, String text) {
        var form = FORM.matcher(text);
        if (!form.matches()) {
            return OptionalLong.empty();
        }
        var digits = new BigDecimal(form.group(2));
        if (digits.signum() == 0) {
            return OptionalLong.of(0);
        }
        return form.group(1).equals("-")
                ? OptionalLong.empty()
                : OptionalLong.of(whole(
                        scaled(digits, Optional.ofNullable(form.group(3)).orElse("")), resource.equals(Resource.CPU)));
    }

    private static BigDecimal scaled(BigDecimal digits, String suffix) {
        if (suffix.endsWith("i")) {
            return digits.multiply(BigDecimal.valueOf(1024).pow(TWOS.indexOf(suffix.charAt(0)) + 1));
        }
        var power = TENS.containsKey(suffix) || suffix.isEmpty()
                ? TENS.getOrDefault(suffix, 0)
                : Integer.parseInt(suffix.substring(1));
        return digits.scaleByPowerOfTen(Math.clamp(power, -EXPONENT_MAX, EXPONENT_MAX));
    }

    private static long whole(BigDecimal amount, boolean inThousandths) {
        return (inThousandths ? amount.movePointRight(3) : amount)
                .setScale(0, RoundingMode.CEILING)
                .min(MOST)
                .longValue();
    }
}
