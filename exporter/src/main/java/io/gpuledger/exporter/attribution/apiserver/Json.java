package io.gpuledger.exporter.attribution.apiserver;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/// JSON as it comes in: what nobody asks for is passed over, and never stands in memory.
final class Json implements AutoCloseable {
    /// What becomes of an object's fields.
    @FunctionalInterface
    interface Fields {
        /// Returns whether it has taken the value in; one that nobody wants is passed over.
        boolean read(String name, Json value) throws IOException;
    }

    /// What becomes of an array's elements.
    @FunctionalInterface
    interface Elements {
        void read(Json element) throws IOException;
    }

    /// No name in Kubernetes is longer, nor is a label's.
    private static final int LONGEST_TEXT = 512;

    /// Names of fields are not remembered: managed fields have ever new ones.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(200)
                    .maxStringLength(1 << 20)
                    .build())
            .build();

    private final JsonParser parser;

    Json(InputStream in) throws IOException {
        this.parser = FACTORY.createParser(in);
    }

    /// The next value of several, one after the other; or else there is no more.
    boolean next() throws IOException {
        return parser.nextToken() != null;
    }

    boolean isObject() {
        return parser.hasToken(JsonToken.START_OBJECT);
    }

    /// Anything but an object has no fields.
    boolean object(Fields fields) throws IOException {
        if (!isObject()) {
            return skip();
        }
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            var name = parser.currentName();
            parser.nextToken();
            if (!fields.read(name, this)) {
                skip();
            }
        }
        return true;
    }

    /// Anything but an array has no elements.
    boolean array(Elements elements) throws IOException {
        if (!parser.hasToken(JsonToken.START_ARRAY)) {
            return skip();
        }
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            elements.read(this);
        }
        return true;
    }

    private boolean skip() throws IOException {
        parser.skipChildren();
        return true;
    }

    /// Returns nothing where the value is no text, or a longer one than any that matters.
    Optional<String> text() throws IOException {
        return text(LONGEST_TEXT);
    }

    Optional<String> text(int longest) throws IOException {
        if (parser.hasToken(JsonToken.VALUE_STRING)) {
            return parser.getTextLength() <= longest ? Optional.of(parser.getText()) : Optional.empty();
        }
        skip();
        return Optional.empty();
    }

    /// Zero where it is no whole number.
    long number() throws IOException {
        if (parser.hasToken(JsonToken.VALUE_NUMBER_INT)) {
            return parser.getLongValue();
        }
        skip();
        return 0;
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }
}
