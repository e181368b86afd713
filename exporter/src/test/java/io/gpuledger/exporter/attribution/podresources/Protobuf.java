package io.gpuledger.exporter.attribution.podresources;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/// A message as a protobuf library writes it, field by field.
final class Protobuf {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CodedOutputStream out = CodedOutputStream.newInstance(bytes);

    private interface Writing {
        void write() throws IOException;
    }

    private Protobuf with(Writing writing) {
        try {
            writing.write();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Protobuf text(int number, String text) {
        return with(() -> out.writeString(number, text));
    }

    Protobuf number(int number, long value) {
        return with(() -> out.writeInt64(number, value));
    }

    Protobuf message(int number, Protobuf message) {
        return with(() -> out.writeByteArray(number, message.bytes()));
    }

    byte[] bytes() {
        with(out::flush);
        return bytes.toByteArray();
    }
}
