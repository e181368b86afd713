package io.gpuledger.service.settings;

import java.nio.file.Path;

/// A place in a file: what a complaint about it begins with.
public record Line(Path file, int number) {
    @Override
    public String toString() {
        return file + ":" + number;
    }
}
