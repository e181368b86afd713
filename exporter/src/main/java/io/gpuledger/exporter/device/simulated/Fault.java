package io.gpuledger.exporter.device.simulated;

import io.gpuledger.exporter.device.ClockEvent;
import io.gpuledger.exporter.device.Quantity;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/// Something that goes wrong, or is put right. GPUs are named by their place in the scenario, from 0.
///
/// Durations run from the fault on; one that is absent lasts until a later fault ends it.
public sealed interface Fault {
    /// Such a fault happens to one GPU.
    sealed interface OnGpu extends Fault {
        int gpu();
    }

    /// The driver reports an error, and nothing else happens.
    record Xid(int gpu, int number) implements OnGpu {}

    /// Memory errors; uncorrected ones come with XID 48.
    record Ecc(int gpu, Ecc.Kind kind, int count) implements OnGpu {
        public enum Kind {
            CORRECTED(Quantity.ECC_CORRECTED, Quantity.ECC_LIFETIME_CORRECTED),
            UNCORRECTED(Quantity.ECC_UNCORRECTED, Quantity.ECC_LIFETIME_UNCORRECTED);

            private final Quantity sinceDriver;
            private final Quantity lifetime;

            Kind(Quantity sinceDriver, Quantity lifetime) {
                this.sinceDriver = sinceDriver;
                this.lifetime = lifetime;
            }

            Quantity sinceDriver() {
                return sinceDriver;
            }

            Quantity lifetime() {
                return lifetime;
            }
        }
    }

    /// Rows set aside for good, pending until the driver restarts, with XID 63.
    record Remap(int gpu, Remap.Kind kind, int rows) implements OnGpu {
        public enum Kind {
            CORRECTABLE(Quantity.REMAPPED_ROWS_CORRECTABLE),
            UNCORRECTABLE(Quantity.REMAPPED_ROWS_UNCORRECTABLE);

            private final Quantity counter;

            Kind(Quantity counter) {
                this.counter = counter;
            }

            Quantity counter() {
                return counter;
            }
        }
    }

    /// No spare row is left, with XID 64. It lasts: such a GPU is replaced.
    record RemapFailed(int gpu) implements OnGpu {}

    record Throttle(int gpu, Reason reason, Duration duration) implements OnGpu {
        public enum Reason {
            POWER_CAP(Quantity.THROTTLED_POWER_CAP, 0.85, ClockEvent.POWER_CAP),
            SYNC_BOOST(Quantity.THROTTLED_SYNC_BOOST, 0.9, ClockEvent.SYNC_BOOST),
            SW_THERMAL(Quantity.THROTTLED_SW_THERMAL, 0.75, ClockEvent.SW_THERMAL),
            HW_THERMAL(Quantity.THROTTLED_HW_THERMAL, 0.5, ClockEvent.HW_THERMAL, ClockEvent.HW_SLOWDOWN),
            HW_POWER_BRAKE(Quantity.THROTTLED_HW_POWER_BRAKE, 0.5, ClockEvent.HW_POWER_BRAKE, ClockEvent.HW_SLOWDOWN);

            private final Quantity counter;
            private final double speed;
            private final long clockEvents;

            Reason(Quantity counter, double speed, ClockEvent... events) {
                this.counter = counter;
                this.speed = speed;
                this.clockEvents = Stream.of(events).mapToLong(ClockEvent::bit).sum();
            }

            /// What the driver shows meanwhile, as bits.
            long clockEvents() {
                return clockEvents;
            }

            Quantity counter() {
                return counter;
            }

            /// The part of its clock that the SM keeps.
            double speed() {
                return speed;
            }
        }
    }

    record PcieReplays(int gpu, int count) implements OnGpu {}

    record NvlinkErrors(int gpu, NvlinkErrors.Kind kind, int count) implements OnGpu {
        public enum Kind {
            REPLAY(Quantity.NVLINK_REPLAY_ERRORS),
            RECOVERY(Quantity.NVLINK_RECOVERY_ERRORS),
            CRC(Quantity.NVLINK_CRC_ERRORS);

            private final Quantity counter;

            Kind(Quantity counter) {
                this.counter = counter;
            }

            Quantity counter() {
                return counter;
            }
        }
    }

    /// A link goes down, with XID 74.
    record NvlinkDown(int gpu, int link, Optional<Duration> duration) implements OnGpu {}

    /// Reads of the GPU do not come back, not even when their thread is interrupted: a native call would not either.
    record Hang(int gpu, Optional<Duration> duration) implements OnGpu {}

    /// The [Hang] is over.
    record Release(int gpu) implements OnGpu {}

    /// The GPU falls off the bus, with XID 79.
    record Lose(int gpu, Optional<Duration> duration) implements OnGpu {}

    /// Ends a [Lose]: the same GPU is back.
    record Return(int gpu) implements OnGpu {}

    /// The GPU is cut into other MIG instances, all of them new, or into none and leaves MIG mode.
    record Repartition(int gpu, Layout layout) implements OnGpu {}

    /// The driver is unloaded and comes back with its counters at zero.
    record DriverRestart(Duration duration) implements Fault {}

    /// Returns the XID that the driver reports with the fault.
    default OptionalInt raises() {
        return switch (this) {
            case Xid xid -> OptionalInt.of(xid.number());
            case Ecc ecc -> ecc.kind() == Ecc.Kind.UNCORRECTED ? OptionalInt.of(48) : OptionalInt.empty();
            case Remap _ -> OptionalInt.of(63);
            case RemapFailed _ -> OptionalInt.of(64);
            case NvlinkDown _ -> OptionalInt.of(74);
            case Lose _ -> OptionalInt.of(79);
            case Throttle _, PcieReplays _, NvlinkErrors _, Hang _, Release _, Return _ -> OptionalInt.empty();
            case Repartition _, DriverRestart _ -> OptionalInt.empty();
        };
    }

    /// Reads a fault as scenarios write it: `xid 0 79` is one.
    ///
    /// @throws ScenarioException when it is none; the message says what is allowed
    static Fault parse(String text) {
        return Grammar.fault(text);
    }
}
