package io.gpuledger.analyzer.web;

import java.math.BigDecimal;
import java.util.Locale;

/// Writes numbers of GPUs.
final class Gpus {
    private Gpus() {}

    static String of(BigDecimal number) {
        return number(number) + (number.compareTo(BigDecimal.ONE) == 0 ? " GPU" : " GPUs");
    }

    /// Writes the same digits as the API does, and parts thousands.
    static String number(BigDecimal number) {
        var plain = number.stripTrailingZeros();
        return String.format(Locale.ROOT, "%,." + Math.max(0, plain.scale()) + "f", plain);
    }
}
