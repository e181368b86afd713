package io.gpuledger.analyzer.parse.proto;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Writes a protobuf message by hand, field by field, also such as no library would.
public final class ProtoWriter {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    public ProtoWriter varint(int field, long value) {
        return raw(field << 3).raw(value);
    }

    public ProtoWriter number(int field, double value) {
        return bits(field, Double.doubleToRawLongBits(value));
    }

    public ProtoWriter bits(int field, long value) {
        raw(field << 3 | 1);
        bytes.writeBytes(ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array());
        return this;
    }

    public ProtoWriter text(int field, String value) {
        return bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    public ProtoWriter message(int field, ProtoWriter message) {
        return bytes(field, message.toBytes());
    }

    public ProtoWriter bytes(int field, byte[] value) {
        raw(field << 3 | 2).raw(value.length);
        bytes.writeBytes(value);
        return this;
    }

    /// Writes a varint by itself.
    public ProtoWriter raw(long value) {
        var rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        bytes.write((int) rest);
        return this;
    }

    public byte[] toBytes() {
        return bytes.toByteArray();
    }
}
