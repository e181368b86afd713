package io.gpuledger.exporter.device.binding;

import java.util.List;

/// None of these libraries could be loaded; what is suppressed says why, for each.
public final class CannotLoadException extends RuntimeException {
    private static final long serialVersionUID = 1;

    CannotLoadException(List<String> libraries) {
        super("cannot load " + String.join(" or ", libraries));
    }
}
