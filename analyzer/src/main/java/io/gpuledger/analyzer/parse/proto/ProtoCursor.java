package io.gpuledger.analyzer.parse.proto;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// A place in a protobuf message, in an array that is somebody else's. Protobuf's own `CodedInputStream` is one as
/// well, but does not say where in the array it is, and a series is recognised by its bytes as they lie there.
///
/// https://protobuf.dev/programming-guides/encoding/
public final class ProtoCursor {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int DELIMITED = 2;
    private static final int FIXED_32 = 5;

    public byte[] bytes = {};
    public int at;
    /// This is the end of the message, or of the part of it that is being read.
    public int end;

    /// The tag of a field that holds bytes: a string, a message, a packed list.
    public static int delimited(int field) {
        return field << 3 | DELIMITED;
    }

    public static int varint(int field) {
        return field << 3 | VARINT;
    }

    public static int fixed64(int field) {
        return field << 3 | FIXED_64;
    }

    public void over(byte[] array, int length) {
        bytes = array;
        at = 0;
        end = length;
    }

    public boolean more() {
        return at < end;
    }

    /// Enters a delimited field: returns the end of what is around it, for [#leave].
    public int enter() throws MalformedMessageException {
        var length = length();
        var outer = end;
        end = at + length;
        return outer;
    }

    public void leave(int outer) {
        at = end;
        end = outer;
    }

    /// Returns the length of a delimited field, which begins right after it.
    public int length() throws MalformedMessageException {
        var length = varint();
        if (length < 0 || length > end - at) {
            throw malformed(
                    "a field of %s bytes where there are %,d".formatted(Long.toUnsignedString(length), end - at));
        }
        return (int) length;
    }

    public int tag() throws MalformedMessageException {
        var tag = varint();
        if (tag >>> 3 == 0 || tag >>> 32 != 0) {
            throw malformed("not the tag of a field: " + Long.toUnsignedString(tag));
        }
        return (int) tag;
    }

    public long varint() throws MalformedMessageException {
        if (at < end && bytes[at] >= 0) {
            return bytes[at++];
        }
        long value = 0;
        for (var shift = 0; shift < 64; shift += 7) {
            if (at >= end) {
                throw malformed("a number without an end");
            }
            var next = bytes[at++];
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw malformed("a number of more than ten bytes");
    }

    public long fixed64() throws MalformedMessageException {
        if (end - at < Long.BYTES) {
            throw malformed("a number that is cut off");
        }
        var value = (long) LONG.get(bytes, at);
        at += Long.BYTES;
        return value;
    }

    /// Passes over the field of this tag.
    public void skip(int tag) throws MalformedMessageException {
        switch (tag & 7) {
            case VARINT -> varint();
            case FIXED_64 -> pass(Long.BYTES);
            case DELIMITED -> pass(length());
            case FIXED_32 -> pass(Integer.BYTES);
            default -> throw malformed("a field of wire type " + (tag & 7) + ", which these messages do not have");
        }
    }

    private void pass(int count) throws MalformedMessageException {
        if (end - at < count) {
            throw malformed("a field that is cut off");
        }
        at += count;
    }

    public MalformedMessageException malformed(String what) {
        return new MalformedMessageException("%s, at byte %,d of the message".formatted(what, at));
    }
}
