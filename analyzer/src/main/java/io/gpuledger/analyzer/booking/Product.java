package io.gpuledger.analyzer.booking;

import java.util.regex.Pattern;

/// The name of a product, as its devices tell it, by the label of GPU feature discovery: there blanks are hyphens, and
/// it says how GPUs are shared too.
public final class Product {
    private static final Pattern SHARING = Pattern.compile("(-MIG-[0-9a-z.+]+|-SHARED)+$");
    /// Whose hyphens are part of the name.
    private static final Pattern FORM = Pattern.compile("([AVP]\\d00S?) (SXM\\d?|PCIE|DGXS|FHHL) (\\d+GB)");

    private Product() {}

    public static String ofLabel(String label) {
        var words = SHARING.matcher(label).replaceFirst("").replace('-', ' ');
        return FORM.matcher(words).replaceAll("$1-$2-$3");
    }
}
