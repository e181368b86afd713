package io.gpuledger.exporter.device.dcgm;

import com.sun.jna.Pointer;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.dcgm.Structs.FieldValueV1;
import io.gpuledger.exporter.device.dcgm.Structs.FieldValueV2;
import java.nio.charset.StandardCharsets;

/// This is the value of one field of one entity, as DCGM has it.
///
/// @param micros when DCGM looked, by its own clock, since 1970
record FieldValue(int field, long micros, Content content) {
    sealed interface Content {
        /// The amount is in DCGM's unit.
        record Amount(double value) implements Content {}

        record Text(String text) implements Content {}

        record Missing(Absent why) implements Content {}
    }

    private static final long INT64_BLANK = 0x7ffffffffffffff0L;
    private static final double FP64_BLANK = 140737488355328.0;
    private static final String TEXT_BLANK = "<<<";

    static FieldValue ofV1(Pointer struct, long at) {
        return of(
                struct.getShort(at + FieldValueV1.FIELD),
                struct.getShort(at + FieldValueV1.TYPE),
                struct.getInt(at + FieldValueV1.STATUS),
                struct.getLong(at + FieldValueV1.MICROS),
                struct.share(at + FieldValueV1.VALUE));
    }

    static FieldValue ofV2(Pointer struct, long at) {
        return of(
                struct.getShort(at + FieldValueV2.FIELD),
                struct.getShort(at + FieldValueV2.TYPE),
                struct.getInt(at + FieldValueV2.STATUS),
                struct.getLong(at + FieldValueV2.MICROS),
                struct.share(at + FieldValueV2.VALUE));
    }

    private static FieldValue of(short field, short type, int status, long micros, Pointer value) {
        return new FieldValue(field & 0xffff, micros, status == 0 ? content(type, value) : missing(status));
    }

    private static Content missing(int status) {
        return new Content.Missing(Status.of(status).absent());
    }

    private static Content content(short type, Pointer value) {
        return switch (type) {
            case 'i', 't' -> ofInt64(value.getLong(0));
            case 'd' -> ofDouble(value.getDouble(0));
            case 's' -> ofText(text(value.getByteArray(0, FieldValueV1.TEXT_SIZE)));
            // Structures, which no reading can hold.
            default -> new Content.Missing(Absent.NOT_SUPPORTED);
        };
    }

    private static String text(byte[] bytes) {
        var text = new String(bytes, StandardCharsets.UTF_8);
        var end = text.indexOf('\0');
        return end < 0 ? text : text.substring(0, end);
    }

    static Content ofInt64(long value) {
        return value >= INT64_BLANK ? blank(value - INT64_BLANK) : new Content.Amount((double) value);
    }

    static Content ofDouble(double value) {
        if (!Double.isFinite(value)) {
            return new Content.Missing(Absent.NO_DATA);
        }
        return value >= FP64_BLANK ? blank((long) (value - FP64_BLANK)) : new Content.Amount(value);
    }

    private static Content ofText(String text) {
        if (!text.startsWith(TEXT_BLANK)) {
            return text.isBlank() ? new Content.Missing(Absent.NO_DATA) : new Content.Text(text);
        }
        return switch (text) {
            case "<<<NOT_SUPPORTED>>>" -> blank(2);
            case "<<<NOT_PERM>>>" -> blank(3);
            default -> blank(0);
        };
    }

    /// A blank says by its distance from the first one why nothing is there.
    private static Content blank(long which) {
        return new Content.Missing(
                switch ((int) which) {
                    case 2 -> Absent.NOT_SUPPORTED;
                    case 3 -> Absent.NO_PERMISSION;
                    default -> Absent.NO_DATA;
                });
    }
}
