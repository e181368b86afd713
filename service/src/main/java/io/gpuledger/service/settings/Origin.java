package io.gpuledger.service.settings;

/// A value comes from one of these places.
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

    record InFile(Line line) implements Origin {
        @Override
        public String toString() {
            return line.toString();
        }
    }

    record Default() implements Origin {
        @Override
        public String toString() {
            return "default";
        }
    }
}
