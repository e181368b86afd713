package io.gpuledger.analyzer.source;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Names what a label says of the unit that its series is about.
enum Role {
    GPU,
    INSTANCE,
    NODE,
    INDEX,
    MODEL,
    PROFILE,
    INSTANCE_UUID,
    COMPUTE_SLICES,
    MEMORY_SLICES,
    NAMESPACE,
    POD,
    CONTAINER,
    POD_UID,
    REPLICAS_HELD,
    REPLICAS,
    MODE,
    DRIVER,
    CUDA,
    VBIOS,
    ECC;

    private static final Map<String, Role> BY_WORD =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Role::word, Function.identity()));

    static Optional<Role> of(String word) {
        return Optional.ofNullable(BY_WORD.get(word));
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
