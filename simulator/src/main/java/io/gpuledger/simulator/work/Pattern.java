package io.gpuledger.simulator.work;

import io.gpuledger.exporter.device.simulated.Noise;
import io.gpuledger.simulator.story.Activity;
import io.gpuledger.simulator.story.Load;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// How a kind of work goes: what a pod does second by second, from its start on.
public enum Pattern {
    /// A training makes steps, writes a checkpoint of 6 s every 10 min, and now and then waits for data.
    TRAINING {
        @Override
        Load at(Noise noise, long age, long second) {
            if (age < LOADING) {
                return STILL;
            }
            if (age % 600 >= 594) {
                return new Load(150, 40, 0, 100, 920, 400, 0);
            }
            return noise.at(second / 4) < 0.08
                    ? new Load(350, 200, 100, 150, 920, 300, 20)
                    : new Load(990, 800 + (int) (40 * noise.at(second)), 520, 450, 920, 50, 350);
        }
    },
    /// Requests come in bursts, most of them at 14:00 and few at 02:00.
    SERVING {
        @Override
        Load at(Noise noise, long age, long second) {
            if (age < LOADING) {
                return STILL;
            }
            var level = 0.1 + 0.35 * (1 - StrictMath.cos((second % DAY - 7200.0) / DAY * 2 * Math.PI));
            var burst = 0.6 + 0.6 * noise.at(second / 5) + 0.2 * noise.at(-second);
            var busy = (int) Math.min(Load.ALL, Load.ALL * level * burst);
            return new Load(busy, busy * 6 / 10, busy * 3 / 10, busy * 4 / 10, 750, busy / 30, 0);
        }
    },
    /// Token generation: bound by memory, which is no waste.
    DECODE {
        @Override
        Load at(Noise noise, long age, long second) {
            return age < LOADING ? STILL : new Load(990, 330 + (int) (20 * noise.at(second)), 80, 850, 880, 10, 40);
        }
    },
    /// Cells run for 20 s at a time, for as long as the author is there; the memory stays taken.
    NOTEBOOK {
        @Override
        Load at(Noise noise, long age, long second) {
            var isThere = noise.at(age / 7200) < 0.5 && age % 7200 < 3000;
            var runs = isThere && noise.at(-second / 20) < 0.4;
            return runs ? new Load(800, 450, 150, 250, 120, 10, 0) : new Load(0, 0, 0, 0, 120, 0, 0);
        }
    },
    /// A batch is many small pieces of work, each with its pause.
    BATCH {
        @Override
        Load at(Noise noise, long age, long second) {
            var stretch = second / 90;
            return noise.at(stretch) < 0.2
                    ? new Load(0, 0, 0, 0, 400, 0, 0)
                    : new Load(900, 500 + (int) (300 * noise.at(-stretch)), 200, 350, 400, 60, 0);
        }
    },
    /// Trains for an hour, and then hangs in a collective: its kernel spins, and the utilization gauge calls it used.
    HUNG {
        @Override
        Load at(Noise noise, long age, long second) {
            return age < 3600 ? TRAINING.at(noise, age, second) : new Load(1000, 6, 0, 2, 920, 0, 0);
        }
    },
    /// Begins, fails after two minutes, waits for five, and begins again.
    CRASH_LOOP {
        @Override
        Load at(Noise noise, long age, long second) {
            var phase = age % 420;
            if (phase >= 120) {
                return Load.NONE;
            }
            return phase < 90 ? STILL : new Load(300, 110 + (int) (20 * noise.at(second)), 0, 80, 500, 200, 0);
        }
    };

    private static final long LOADING = 150;
    private static final long DAY = 86_400;
    /// The model is being loaded.
    private static final Load STILL = new Load(0, 0, 0, 0, 300, 500, 0);

    /// Returns the word by which scripts call the pattern, and by which workloads are named.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<Pattern> named(String word) {
        return Arrays.stream(values())
                .filter(pattern -> pattern.word().equals(word))
                .findFirst();
    }

    /// @param age since the pod's start
    abstract Load at(Noise noise, long age, long second);

    /// Returns what a pod does that begins then, on one of some replicas of a unit, of which it takes its part and no
    /// more.
    ///
    /// @param seed what tells it from others that do the same
    public Activity from(long begin, long seed, int replicas) {
        var noise = new Noise(seed);
        return replicas == 1
                ? second -> at(noise, second - begin, second)
                : second -> at(noise, second - begin, second).part(replicas);
    }
}
