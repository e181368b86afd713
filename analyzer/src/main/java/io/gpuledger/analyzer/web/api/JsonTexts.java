package io.gpuledger.analyzer.web.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/// Reads a body that is a JSON object of texts and whole numbers. Nothing of it is judged here.
public final class JsonTexts {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonTexts() {}

    /// Returns the text of each field; a field that is `null` has none. Throws [IllegalArgumentException] where it
    /// is no such object.
    public static Map<String, String> read(String json) {
        var texts = new LinkedHashMap<String, String>();
        try (var parser = FACTORY.createParser(json)) {
            require(parser.nextToken() == JsonToken.START_OBJECT);
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                var name = parser.currentName();
                require(texts.put(name, text(parser, parser.nextToken())) == null);
            }
            require(parser.currentToken() == JsonToken.END_OBJECT && parser.nextToken() == null);
            return texts;
        } catch (IOException _) {
            throw notAnObject();
        }
    }

    private static String text(JsonParser parser, JsonToken token) throws IOException {
        return switch (token) {
            case VALUE_STRING, VALUE_NUMBER_INT -> parser.getText();
            case VALUE_NULL -> "";
            default -> throw notAnObject();
        };
    }

    private static void require(boolean isGood) {
        if (!isGood) {
            throw notAnObject();
        }
    }

    private static IllegalArgumentException notAnObject() {
        return new IllegalArgumentException("must be a JSON object of texts and whole numbers, each field once");
    }
}
