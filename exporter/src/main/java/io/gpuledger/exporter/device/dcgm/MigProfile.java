package io.gpuledger.exporter.device.dcgm;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What kind of GPU instance it is: `1g.10gb` has one slice of seven, and 10 GB.
record MigProfile(String name, int computeSlices, int memorySlices) {
    private static final Pattern NAME = Pattern.compile("(?:\\d+c\\.)?(\\d+)g\\.(\\d+)gb.*");
    private static final double MEBI_PER_GIBI = 1024;
    private static final int USUAL_SLICES = 7;
    private static final double EIGHTHS = 8;

    /// A GPU's slices: all but the smallest GPUs have one of memory more than of compute.
    record Whole(int computeSlices, int memorySlices) {
        static Whole of(OptionalInt computeSlices) {
            var slices = computeSlices.orElse(0) > 0 ? computeSlices.getAsInt() : USUAL_SLICES;
            return new Whole(slices, slices == USUAL_SLICES ? slices + 1 : slices);
        }
    }

    /// @param name as DCGM says it, where it does
    /// @param gpuMebibytes the memory of the whole GPU
    static MigProfile of(
            Optional<String> name, int slices, OptionalInt mebibytes, OptionalInt gpuMebibytes, Whole whole) {
        var written = name.filter(text -> NAME.matcher(text).matches())
                .orElseGet(() -> slices + "g." + gigabytes(mebibytes.orElse(0), gpuMebibytes.orElse(0)) + "gb");
        var matcher = NAME.matcher(written);
        return matcher.matches()
                ? new MigProfile(
                        written, Integer.parseInt(matcher.group(1)), memorySlices(matcher, slices, gpuMebibytes, whole))
                : new MigProfile(written, slices, memorySlices(slices, whole));
    }

    /// NVIDIA rounds up to whole eighths of the GPU, as an instance always lacks a little of them.
    private static long gigabytes(int mebibytes, int gpuMebibytes) {
        if (gpuMebibytes <= 0) {
            return (long) Math.ceil(mebibytes / MEBI_PER_GIBI);
        }
        var eighths = Math.ceil((double) mebibytes / gpuMebibytes * EIGHTHS);
        return Math.round(eighths / EIGHTHS * Math.ceil(gpuMebibytes / MEBI_PER_GIBI));
    }

    private static int memorySlices(Matcher name, int slices, OptionalInt gpuMebibytes, Whole whole) {
        if (gpuMebibytes.orElse(0) <= 0) {
            return memorySlices(slices, whole);
        }
        var part = Integer.parseInt(name.group(2)) * MEBI_PER_GIBI / gpuMebibytes.getAsInt();
        return Math.clamp(Math.round(part * whole.memorySlices()), 1, whole.memorySlices());
    }

    /// Where nobody says how much memory there is, three slices of compute come with four of memory.
    private static int memorySlices(int slices, Whole whole) {
        if (slices >= whole.computeSlices()) {
            return whole.memorySlices();
        }
        return slices == 3 ? slices + 1 : Math.max(slices, 1);
    }
}
