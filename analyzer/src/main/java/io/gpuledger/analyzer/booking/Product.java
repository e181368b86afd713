package io.gpuledger.analyzer.booking;

import java.util.regex.Pattern;

/// Turns the label of a product that GPU feature discovery gives into the name that the devices give. In the label,
/// blanks are hyphens, and it also says how GPUs are shared.
public final class Product {
    private static final Pattern SHARING = Pattern.compile("(-MIG-[0-9a-z.+]+|-SHARED)+$");
    /// The hyphens between these are part of the name.
    private static final Pattern FORM = Pattern.compile("([AVP]\\d00S?) (SXM\\d?|PCIE|DGXS|FHHL) (\\d+GB)");

    private Product() {}

    /// Returns the name as a device would tell it.
    public static String ofLabel(String label) {
        var words = SHARING.matcher(label).replaceFirst("").replace('-', ' ');
        return FORM.matcher(words).replaceAll("$1-$2-$3");
    }
}
