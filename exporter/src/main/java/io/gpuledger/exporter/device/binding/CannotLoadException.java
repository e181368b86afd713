package io.gpuledger.exporter.device.binding;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// None of these libraries could be loaded; what is suppressed says why, for each.
public final class CannotLoadException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private static final Pattern OF_NO_USE =
            Pattern.compile("Unable to load library .*|.*No such file or directory|.*not found in resource path.*");

    CannotLoadException(List<String> libraries) {
        super("cannot load " + String.join(" or ", libraries));
    }

    /// Why those that are there could not be loaded; empty where none is there.
    public String reasons() {
        return Stream.of(getSuppressed())
                .flatMap(reason -> String.valueOf(reason.getMessage()).lines())
                .filter(line -> !OF_NO_USE.matcher(line).matches())
                .distinct()
                .collect(Collectors.joining("; "));
    }
}
