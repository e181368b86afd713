package io.gpuledger.exporter.device.nvml;

import com.sun.jna.Memory;
import io.gpuledger.exporter.device.Part;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Readings;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

final class Parts {
    private static final int LINKS_MAX = 36;
    private static final int FANS_MAX = 16;
    private static final double PERCENT = 100;

    private final long device;
    private final Memory out;
    private int links;

    Parts(long device, Buffers buffers) {
        this.device = device;
        this.out = buffers.take(Integer.BYTES);
    }

    /// How many NVLinks it was last seen to have.
    int links() {
        return links;
    }

    SortedMap<Part, Readings> read(CollectedReadings answers) {
        var parts = new TreeMap<Part, Readings>();
        links(parts);
        fans(parts, answers);
        return parts;
    }

    /// Numbers that it has no link for are refused, and end the search.
    private void links(SortedMap<Part, Readings> parts) {
        var number = 0;
        for (; number < LINKS_MAX; number++) {
            var code = Nvml.nvmlDeviceGetNvLinkState(device, number, out);
            if (code != NvmlReturn.SUCCESS && (number >= links || refused(code))) {
                break;
            }
            put(parts, Part.Kind.NVLINK, number, Quantity.NVLINK_UP, code, out.getInt(0));
        }
        // A link that fails for now is still one.
        links = number;
    }

    private static boolean refused(int code) {
        return NvmlReturn.absent(code) == Absent.NOT_SUPPORTED;
    }

    private void fans(SortedMap<Part, Readings> parts, CollectedReadings answers) {
        var code = Nvml.nvmlDeviceGetNumFans(device, out);
        if (code != NvmlReturn.SUCCESS) {
            answers.absent(Quantity.FAN_SPEED, NvmlReturn.absent(code));
            return;
        }
        // A driver that makes up a number must not keep its thread busy for ever.
        var fans = Math.min(out.getInt(0), FANS_MAX);
        for (var number = 0; number < fans; number++) {
            code = Nvml.nvmlDeviceGetFanSpeed_v2(device, number, out);
            put(parts, Part.Kind.FAN, number, Quantity.FAN_SPEED, code, out.getInt(0) / PERCENT);
        }
    }

    private static void put(
            SortedMap<Part, Readings> parts, Part.Kind kind, int number, Quantity quantity, int code, double value) {
        var reading = code == NvmlReturn.SUCCESS ? Reading.of(value) : NvmlReturn.absent(code);
        parts.put(new Part(kind, number), Readings.of(Map.of(quantity, reading)));
    }
}
