package io.gpuledger.service.settings;

import java.nio.file.Path;

/// Where a value came from.
sealed interface Origin {
    record Flag(String name) implements Origin {
        @Override
        public String toString() {
            return "flag " + name;
        }
    }

    record Variable(String name) implements Origin {
        @Override
        public String toString() {
            return "environment " + name;
        }
    }

    record Line(Path file, int number) implements Origin {
        @Override
        public String toString() {
            return file + ":" + number;
        }
    }

    record Default() implements Origin {
        @Override
        public String toString() {
            return "default";
        }
    }
}
