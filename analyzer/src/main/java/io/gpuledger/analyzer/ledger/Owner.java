package io.gpuledger.analyzer.ledger;

import java.util.Comparator;
import java.util.Optional;

/// The pod that a part of a GPU-second is put down to.
///
/// @param uid the uid of the pod, where it is known: another pod may bear the same name later
public record Owner(String namespace, String pod, Optional<String> uid) {
    static final Comparator<Owner> ORDER = Comparator.comparing(
                    (Owner owner) -> owner.uid().orElse(""))
            .thenComparing(Owner::namespace)
            .thenComparing(Owner::pod);
}
