package io.gpuledger.analyzer.fit.spec;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A JSON text as a tree. Members that are null are left out, as if they had not been written.
sealed interface Tree {
    /// The API server takes no object that is larger.
    int CHARACTERS_MAX = 3 << 20;

    /// A pod's spec is some ten deep.
    int DEPTH_MAX = 32;

    JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH_MAX)
                    .maxNumberLength(100)
                    .maxNameLength(CHARACTERS_MAX)
                    .maxStringLength(CHARACTERS_MAX)
                    .maxDocumentLength(CHARACTERS_MAX)
                    .build())
            .build();

    /// A number is kept as it is written.
    record Word(String text) implements Tree {}

    /// A null that is not a member.
    record Nothing() implements Tree {}

    record Flag(boolean value) implements Tree {}

    record Items(List<Tree> all) implements Tree {}

    record Members(Map<String, Tree> all) implements Tree {}

    /// Reads a text, and throws what says why it is none.
    static Tree of(String text) throws UnreadableException {
        if (text.length() > CHARACTERS_MAX) {
            throw new UnreadableException("it is longer than %d characters".formatted(CHARACTERS_MAX));
        }
        try (var json = FACTORY.createParser(text)) {
            json.nextToken();
            var tree = here(json);
            if (json.nextToken() != null) {
                throw new UnreadableException("something comes after its end");
            }
            return tree;
        } catch (JacksonException e) {
            throw new UnreadableException("it is not JSON: " + Shortened.of(e.getOriginalMessage()));
        } catch (IOException e) {
            throw new UnreadableException("it cannot be read: " + Shortened.of(String.valueOf(e.getMessage())));
        }
    }

    private static Tree here(JsonParser json) throws IOException, UnreadableException {
        if (json.currentToken() == null) {
            throw new UnreadableException("it ends too early");
        }
        return switch (json.currentToken()) {
            case START_OBJECT -> members(json);
            case START_ARRAY -> items(json);
            case VALUE_TRUE -> new Flag(true);
            case VALUE_FALSE -> new Flag(false);
            case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Word(json.getText());
            default -> new Nothing();
        };
    }

    private static Tree members(JsonParser json) throws IOException, UnreadableException {
        var members = new LinkedHashMap<String, Tree>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            var name = json.currentName();
            if (json.nextToken() != JsonToken.VALUE_NULL) {
                members.put(name, here(json));
            }
        }
        return new Members(members);
    }

    private static Tree items(JsonParser json) throws IOException, UnreadableException {
        var items = new ArrayList<Tree>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            items.add(here(json));
        }
        return new Items(items);
    }
}
