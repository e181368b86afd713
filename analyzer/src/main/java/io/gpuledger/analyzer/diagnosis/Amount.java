package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.cluster.Resource;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/// Writes amounts for people.
public final class Amount {
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1_000);
    private static final BigDecimal GIB = BigDecimal.valueOf(1L << 30);
    private static final BigDecimal MIB = BigDecimal.valueOf(1L << 20);

    private Amount() {}

    /// Returns for example `1.5 cores`, `64 GiB of memory` or `8 nvidia.com/gpu`.
    ///
    /// @param amount in the resource's base unit; of `cpu` in thousandths of a core
    public static String of(String resource, long amount) {
        if (resource.equals(Resource.CPU)) {
            return plain(BigDecimal.valueOf(amount), THOUSAND) + " cores";
        }
        if (resource.equals("memory") || resource.equals("ephemeral-storage") || resource.startsWith("hugepages-")) {
            return bytes(BigDecimal.valueOf(amount)) + " of " + resource;
        }
        return String.format(Locale.ROOT, "%,d %s", amount, resource);
    }

    /// Returns a number with the noun that goes with it, and what follows that noun: `1 node is`, `12 nodes are`.
    public static String of(long number, String one, String many) {
        return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? one : many);
    }

    private static String bytes(BigDecimal bytes) {
        return bytes.abs().compareTo(GIB) >= 0 ? plain(bytes, GIB) + " GiB" : plain(bytes, MIB) + " MiB";
    }

    private static String plain(BigDecimal amount, BigDecimal unit) {
        var scaled = amount.divide(unit, 1, RoundingMode.HALF_UP).stripTrailingZeros();
        return String.format(Locale.ROOT, "%,." + Math.max(0, scaled.scale()) + "f", scaled);
    }
}
