package io.gpuledger.service.tls;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// This has as much of ASN.1's DER as takes an older private key into PKCS#8's wrapping.
final class Der {
    static final int INTEGER = 0x02;
    static final int OCTETS = 0x04;
    static final int NULL = 0x05;
    static final int OBJECT_IDENTIFIER = 0x06;
    static final int SEQUENCE = 0x30;

    private final int tag;
    private final byte[] content;

    private Der(int tag, byte[] content) {
        this.tag = tag;
        this.content = content;
    }

    static Der of(int tag, byte... content) {
        return new Der(tag, content);
    }

    static Der sequence(Der... elements) {
        var content = new ByteArrayOutputStream();
        for (var element : elements) {
            content.writeBytes(element.encoded());
        }
        return new Der(SEQUENCE, content.toByteArray());
    }

    int tag() {
        return tag;
    }

    /// What it holds, without tag and length; not to be changed.
    byte[] content() {
        return content;
    }

    byte[] encoded() {
        var encoded = new ByteArrayOutputStream();
        encoded.write(tag);
        if (content.length > 0x7f) {
            var bytes = (Integer.SIZE - Integer.numberOfLeadingZeros(content.length) + 7) / 8;
            encoded.write(0x80 | bytes);
            for (var i = bytes - 1; i >= 0; i--) {
                encoded.write(content.length >>> (8 * i));
            }
        } else {
            encoded.write(content.length);
        }
        encoded.writeBytes(content);
        return encoded.toByteArray();
    }

    /// The elements that stand one behind the other.
    static List<Der> elements(byte[] encoded) {
        var rest = ByteBuffer.wrap(encoded);
        var elements = new ArrayList<Der>();
        try {
            while (rest.hasRemaining()) {
                var tag = rest.get() & 0xff;
                var content = new byte[length(rest)];
                rest.get(content);
                elements.add(new Der(tag, content));
            }
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("is cut off", e);
        }
        return elements;
    }

    private static int length(ByteBuffer rest) {
        var first = rest.get() & 0xff;
        if (first <= 0x7f) {
            return first;
        }
        var length = 0L;
        for (var i = 0; i < (first & 0x7f); i++) {
            length = (length << 8) | (rest.get() & 0xff);
        }
        if (length < 0 || length > rest.remaining()) {
            throw new BufferUnderflowException();
        }
        return (int) length;
    }
}
