package io.gpuledger.analyzer.fit.device;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads amounts as Kubernetes writes them, exactly: `500m`, `80Gi`, `1e3`.
public final class Quantities {
    private static final Pattern FORM =
            Pattern.compile("([+-]?(?:\\d{1,64}\\.?\\d{0,64}|\\.\\d{1,64}))([numkMGTPE]|[KMGTPE]i|[eE][+-]?\\d{1,2})?");
    private static final Map<String, Integer> TENS =
            Map.of("n", -9, "u", -6, "m", -3, "k", 3, "M", 6, "G", 9, "T", 12, "P", 15, "E", 18);
    private static final String TWOS = "KMGTPE";

    private Quantities() {}

    public static Optional<BigDecimal> of(String text) {
        var form = FORM.matcher(text);
        return form.matches()
                ? Optional.of(scaled(
                        new BigDecimal(form.group(1)),
                        Optional.ofNullable(form.group(2)).orElse("")))
                : Optional.empty();
    }

    private static BigDecimal scaled(BigDecimal number, String suffix) {
        if (suffix.endsWith("i")) {
            return number.multiply(BigDecimal.valueOf(1024).pow(TWOS.indexOf(suffix.charAt(0)) + 1));
        }
        var tens = suffix.length() > 1 ? Integer.valueOf(suffix.substring(1)) : TENS.getOrDefault(suffix, 0);
        return number.scaleByPowerOfTen(tens);
    }
}
