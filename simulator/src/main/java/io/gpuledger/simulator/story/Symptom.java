package io.gpuledger.simulator.story;

/// What is wrong with a GPU that still works: pages show it, and no account of its time is another for it.
public sealed interface Symptom extends Trouble.OfGpu {
    /// An XID that is reported so often in a second, and after which nothing has to be done.
    record CountedXid(String gpu, int number, int times, Span span) implements Symptom {}

    /// So many errors of its memory in a second.
    record EccErrors(String gpu, Ecc kind, int count, Span span) implements Symptom {}

    enum Ecc {
        CORRECTED,
        UNCORRECTED
    }

    /// Its on-chip memories had so many errors that it has to be replaced.
    record SramExceeded(String gpu, Span span) implements Symptom {}

    /// A row is remapped, which waits for a reset.
    record RemapPending(String gpu, Span span) implements Symptom {}

    /// So many pages are retired in a second; only GPUs that do not remap rows do that.
    record RetiredPages(String gpu, Retired kind, int count, Span span) implements Symptom {}

    enum Retired {
        SINGLE_BIT,
        DOUBLE_BIT
    }

    /// Pages wait for a reset to be retired.
    record RetirementPending(String gpu, Span span) implements Symptom {}

    /// A sensor shows so many degrees Celsius.
    record Hot(String gpu, Sensor sensor, int celsius, Span span) implements Symptom {}

    enum Sensor {
        GPU,
        MEMORY
    }

    /// Its driver holds its clock down, and says why.
    ///
    /// @param thousandths what is left of the highest clock
    record Throttled(String gpu, Throttle reason, int thousandths, Span span) implements Symptom {}

    enum Throttle {
        HW_THERMAL,
        SW_THERMAL,
        HW_POWER_BRAKE,
        POWER_CAP
    }

    /// Its clock is low, and nothing says why.
    ///
    /// @param thousandths what is left of the highest clock
    record Slowed(String gpu, int thousandths, Span span) implements Symptom {}

    /// So many packets a minute are sent over PCIe again.
    record PcieReplays(String gpu, int perMinute, Span span) implements Symptom {}

    /// Its PCIe link has so many lanes only.
    record NarrowLink(String gpu, int lanes, Span span) implements Symptom {}

    /// Its PCIe link runs at the speed of an earlier generation.
    record SlowLink(String gpu, int generation, Span span) implements Symptom {}

    /// One of its NVLinks is down.
    record NvlinkDown(String gpu, int link, Span span) implements Symptom {}

    /// So many errors a second are counted on all its NVLinks.
    record NvlinkErrors(String gpu, NvlinkError kind, int perSecond, Span span) implements Symptom {}

    enum NvlinkError {
        CRC,
        REPLAY,
        RECOVERY
    }

    /// It has not joined the NVLink fabric.
    record Unjoined(String gpu, Span span) implements Symptom {}

    /// So many GiB of its memory are in use by nobody who holds it.
    record OrphanMemory(String gpu, int gibibytes, Span span) implements Symptom {}

    /// Its memory is in use up to a part, or as much as its holders take, if that is more.
    record Filled(String gpu, int thousandths, Span span) implements Symptom {}

    /// What is in use of its memory becomes more all the time.
    ///
    /// @param thousandths of the memory, in an hour
    record Creeping(String gpu, int thousandths, Span span) implements Symptom {}

    /// It has another version of its VBIOS.
    record OtherVbios(String gpu, String version, Span span) implements Symptom {}

    /// Errors of its memory are not corrected.
    record EccOff(String gpu, Span span) implements Symptom {}

    /// It may draw so many watts, which is less than its model can.
    record PowerLimited(String gpu, int watts, Span span) implements Symptom {}

    /// The clock of its multiprocessors goes no higher than this, which is less than its model's can.
    record ClockLimited(String gpu, int megahertz, Span span) implements Symptom {}
}
