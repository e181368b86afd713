package io.gpuledger.exporter.device;

import java.util.Locale;

/// What a backend read from a device at an instant: a value, or the reason for its absence. Never a sentinel.
public sealed interface Reading {
    /// The value is a finite number in the base unit of its [Quantity].
    record Value(double value) implements Reading {
        public Value {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("a reading is finite, not " + value);
            }
        }
    }

    /// Why there is no number.
    enum Absent implements Reading {
        /// This GPU, or this driver, will never give it.
        NOT_SUPPORTED,
        /// The driver refuses it to this process.
        NO_PERMISSION,
        /// The driver has none at this moment; it may have one at the next.
        NO_DATA,
        /// The driver failed to answer; it may answer at the next.
        FAILED,
        /// The GPU has fallen off the bus.
        LOST;

        private final String word = name().toLowerCase(Locale.ROOT);

        public String word() {
            return word;
        }

        /// Whether asking again is in vain for as long as the driver lives.
        public boolean lasting() {
            return this == NOT_SUPPORTED || this == NO_PERMISSION;
        }

        /// Whether it is worth a word that there is no number: not where there may be one at any moment, nor of a GPU
        /// that is gone with all that it had.
        public boolean named() {
            return lasting() || this == FAILED;
        }
    }

    /// What stands of it when it passes, because it is read again in the next cycle: what is wrong with it.
    default Reading passing() {
        return this instanceof Absent absent && absent.named() ? absent : Absent.NO_DATA;
    }

    static Reading of(double value) {
        return new Value(value);
    }

    static Reading of(boolean value) {
        return new Value(value ? 1 : 0);
    }
}
