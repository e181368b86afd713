package io.gpuledger.exporter.attribution;

import java.util.List;

/// This is all that the kubelet said at an instant.
///
/// @param offers empty where it does not say
public record KubeletWord(List<Grant> grants, List<Offer> offers) {
    public static final KubeletWord NOTHING = new KubeletWord(List.of(), List.of());

    public KubeletWord {
        grants = List.copyOf(grants);
        offers = List.copyOf(offers);
    }
}
