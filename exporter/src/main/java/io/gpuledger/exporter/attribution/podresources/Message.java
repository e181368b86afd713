package io.gpuledger.exporter.attribution.podresources;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;

/// A protobuf message as it comes in: field by field, so that no answer stands in memory as a whole.
///
/// https://protobuf.dev/programming-guides/encoding/
final class Message {
    /// What becomes of a field; one that nobody wants is passed over.
    @FunctionalInterface
    interface Fields {
        /// Returns whether it has taken the field in.
        boolean read(int number, Message field) throws IOException;
    }

    private final CodedInputStream in;

    Message(CodedInputStream in) {
        this.in = in;
    }

    /// Reads to the end of the message.
    void read(Fields fields) throws IOException {
        for (var tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (!fields.read(tag >>> 3, this)) {
                in.skipField(tag);
            }
        }
    }

    /// Reads a message within this one.
    boolean message(Fields fields) throws IOException {
        var outer = in.pushLimit(in.readRawVarint32());
        read(fields);
        in.popLimit(outer);
        return true;
    }

    String text() throws IOException {
        return in.readStringRequireUtf8();
    }
}
