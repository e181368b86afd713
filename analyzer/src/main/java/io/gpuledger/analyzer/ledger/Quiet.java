package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Field;
import java.util.List;
import java.util.Locale;

/// What a product can move at most, and what power it draws when nothing runs, by a word in its name. A minute is not
/// quiet in which it moved more than 1 % of what it can, or drew more power than it does when nothing runs. Of a
/// product that is not in the table neither is asked.
///
/// Rates are those of one direction in the data sheets. A context that holds memory keeps the clocks up: so the power
/// is what NVIDIA's boards draw with one context open, and a margin.
///
/// @param pcie bytes a second
/// @param nvlink bytes a second, over all links
record Quiet(String word, double pcie, double nvlink, double watts) {
    private static final double NEVER = Double.POSITIVE_INFINITY;
    static final Quiet UNKNOWN = new Quiet("", NEVER, NEVER, NEVER);

    private static final List<Quiet> TABLE = List.of(
            new Quiet("gb200", 126e9, 900e9, 320),
            new Quiet("gb300", 126e9, 900e9, 340),
            new Quiet("b200", 63e9, 900e9, 280),
            new Quiet("b300", 126e9, 900e9, 300),
            new Quiet("gh200", 63e9, 450e9, 180),
            new Quiet("h200", 63e9, 450e9, 170),
            new Quiet("h100", 63e9, 450e9, 160),
            new Quiet("h800", 63e9, 200e9, 160),
            new Quiet("h20", 63e9, 450e9, 160),
            new Quiet("a100", 31.5e9, 300e9, 110),
            new Quiet("a800", 31.5e9, 200e9, 110),
            new Quiet("v100", 15.75e9, 150e9, 75),
            new Quiet("l40", 31.5e9, NEVER, 110),
            new Quiet("l4", 31.5e9, NEVER, 40),
            new Quiet("a10", 31.5e9, NEVER, 75),
            new Quiet("a30", 31.5e9, NEVER, 65),
            new Quiet("a40", 31.5e9, 56e9, 110),
            new Quiet("t4", 15.75e9, NEVER, 40));

    static Quiet of(String model) {
        var words = List.of(model.toLowerCase(Locale.ROOT).split("[^a-z0-9]+"));
        return TABLE.stream()
                .filter(quiet -> words.stream().anyMatch(word -> isOf(quiet.word, word)))
                .findFirst()
                .orElse(UNKNOWN);
    }

    /// Says whether a word names a product: `L40S` is an L40, but `A100` is no A10.
    private static boolean isOf(String product, String word) {
        return word.startsWith(product)
                && (word.length() == product.length() || Character.isLetter(word.charAt(product.length())));
    }

    /// Returns the fastest rate that a counter of bytes could have.
    double most(Field bytes) {
        return switch (bytes) {
            case PCIE_SENT_BYTES, PCIE_RECEIVED_BYTES -> pcie;
            case NVLINK_SENT_BYTES, NVLINK_RECEIVED_BYTES -> nvlink;
            default -> NEVER;
        };
    }
}
