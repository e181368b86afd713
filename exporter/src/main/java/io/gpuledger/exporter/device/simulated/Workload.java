package io.gpuledger.exporter.device.simulated;

import java.time.Duration;

/// What runs on a unit: a pure function of its noise and the time, constant within a [Grid] cell.
sealed interface Workload {
    /// What it asks of its unit throughout a cell.
    ///
    /// @param hour of the day, UTC
    Load at(Noise noise, long cell, double hour);

    /// The load is 1 in the first half of each period and 0 in the second, so that integrals can be checked.
    record Square(Duration period) implements Workload {
        private static final long STEP_MILLIS = 2 * Grid.CELL.toMillis();
        private static final Load FULL = Load.of(1, 1, 1, 1).holding(0.5).moving(1, 1, 1);
        private static final Load PAUSE = Load.NONE.holding(0.5);

        public Square {
            if (!allows(period)) {
                throw new IllegalArgumentException("a square wave's period is a multiple of 400ms, not " + period);
            }
        }

        /// Whether both halves of the period are whole cells.
        static boolean allows(Duration period) {
            return period.isPositive() && period.toMillis() % STEP_MILLIS == 0;
        }

        @Override
        public Load at(Noise noise, long cell, double hour) {
            long cells = Grid.cells(period);
            return cell % cells < cells / 2 ? FULL : PAUSE;
        }
    }

    /// The kinds of work that a fleet is made of.
    enum Pattern implements Workload {
        TRAINING,
        SERVING,
        NOTEBOOK,
        /// Token generation of a language model: bound by memory, so that few SMs and no tensor core are needed.
        DECODE,
        /// A job that hangs in a collective: its kernel spins, and the utilization gauge calls it fully used.
        HUNG,
        IDLE;

        private static final Load DECODING =
                Load.of(0.99, 0.35, 0.08, 0.85).holding(0.88).moving(0.01, 0.01, 0.04);
        private static final Load SPINNING = Load.of(1, 0.06, 0, 0.002).holding(0.9);
        private static final Load STEP =
                Load.of(0.99, 0.82, 0.52, 0.45).holding(0.92).moving(0.02, 0.05, 0.35);
        private static final Load DATA_LOADING =
                Load.of(0.35, 0.2, 0.1, 0.15).holding(0.92).moving(0.01, 0.3, 0.02);
        private static final Load CHECKPOINT =
                Load.of(0.15, 0.04, 0, 0.1).holding(0.92).moving(0.4, 0.01, 0);

        @Override
        public Load at(Noise noise, long cell, double hour) {
            return switch (this) {
                case TRAINING -> training(noise, cell);
                case SERVING -> serving(noise, cell, hour);
                case NOTEBOOK -> notebook(noise, cell);
                case DECODE -> DECODING.times(1 - 0.02 * noise.at(0, cell));
                case HUNG -> SPINNING;
                case IDLE -> Load.NONE;
            };
        }

        /// A training makes steps, writes a checkpoint of 6 s every 10 min, and now and then waits for data.
        private static Load training(Noise noise, long cell) {
            if (cell % Grid.cells(Duration.ofMinutes(10)) >= Grid.cells(Duration.ofSeconds(594))) {
                return CHECKPOINT;
            }
            Load load = waitsForData(noise, cell) ? DATA_LOADING : STEP;
            return load.times(1 - 0.01 * noise.at(0, cell));
        }

        private static boolean waitsForData(Noise noise, long cell) {
            long stretch = Grid.cells(Duration.ofSeconds(8));
            long from = (long) (noise.at(1, cell / stretch) * 4 * stretch);
            return cell % stretch == from || cell % stretch == from + 1;
        }

        /// Requests come in bursts, most of them at 14:00 and few at 02:00.
        private static Load serving(Noise noise, long cell, double hour) {
            double level = 0.1 + 0.35 * (1 - Math.cos((hour - 2) * Math.PI / 12));
            double burst = 0.6 + 0.6 * noise.at(0, cell / 5) + 0.2 * noise.at(1, cell);
            double busy = Math.min(1, level * burst);
            return Load.of(busy, 0.6 * busy, 0.3 * busy, 0.4 * busy)
                    .holding(0.7 + 0.1 * level)
                    .moving(0.02 * busy, 0.03 * busy, 0);
        }

        /// Cells run for 20 s at a time; after 10 min the author has left, and the memory stays taken.
        private static Load notebook(Noise noise, long cell) {
            long stretch = Grid.cells(Duration.ofSeconds(20));
            boolean runs = cell < Grid.cells(Duration.ofMinutes(10)) && noise.at(0, cell / stretch) < 0.4;
            double busy = runs ? 0.7 + 0.2 * noise.at(1, cell) : 0;
            return Load.of(busy, 0.5 * busy, 0.2 * busy, 0.3 * busy)
                    .holding(0.12)
                    .moving(0, 0.01 * busy, 0);
        }
    }
}
