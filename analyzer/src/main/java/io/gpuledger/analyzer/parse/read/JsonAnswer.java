package io.gpuledger.analyzer.parse.read;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/// A JSON answer as it comes in, so that only the series that is being read stands in memory.
final class JsonAnswer {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(JsonReadFeature.ALLOW_LEADING_PLUS_SIGN_FOR_NUMBERS)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(32)
                    .maxNumberLength(1_000)
                    .maxNameLength(64 << 10)
                    .maxStringLength(1 << 20)
                    .build())
            .build();

    /// Reads what there is in an answer.
    interface Reading {
        void read(JsonParser json) throws IOException, BadAnswerException;
    }

    private JsonAnswer() {}

    /// @throws BadAnswerException where what the stream holds is no JSON
    /// @throws IOException where the stream itself fails
    static void read(InputStream in, Reading reading) throws IOException, BadAnswerException {
        try (var json = FACTORY.createParser(in)) {
            reading.read(json);
        } catch (JacksonException e) {
            throw new BadAnswerException(
                    "the answer is cut off or not JSON%s: %s".formatted(place(e), e.getOriginalMessage()), e);
        } catch (CharConversionException e) {
            throw new BadAnswerException("the answer is not JSON in UTF-8: " + e.getMessage(), e);
        }
    }

    private static String place(JacksonException e) {
        return Optional.ofNullable(e.getLocation())
                .map(place -> " (line %d, column %d)".formatted(place.getLineNr(), place.getColumnNr()))
                .orElse("");
    }

    static void expect(JsonParser json, JsonToken token, String what) throws BadAnswerException {
        if (!json.hasToken(token)) {
            throw bad(json, what);
        }
    }

    /// Moves on to what comes next, which has to be of this kind.
    static void expectNext(JsonParser json, JsonToken token, String what) throws IOException, BadAnswerException {
        json.nextToken();
        expect(json, token, what);
    }

    static BadAnswerException bad(JsonParser json, String what) {
        var place = json.currentTokenLocation();
        return new BadAnswerException("the answer has %s where there should be %s (line %d, column %d)"
                .formatted(
                        Optional.ofNullable(json.currentToken()).map(Enum::name).orElse("nothing"),
                        what,
                        place.getLineNr(),
                        place.getColumnNr()));
    }

    /// Passes over the value that comes next.
    static void skip(JsonParser json) throws IOException {
        json.nextToken();
        json.skipChildren();
    }

    /// Reads a value that is a text, as JSON has no words for all values.
    static double value(JsonParser json) throws IOException, BadAnswerException {
        var text = json.getText();
        return switch (text) {
            case "NaN" -> Double.NaN;
            case "+Inf", "Inf", "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Inf", "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> number(json, text);
        };
    }

    /// Java knows more ways to write a number than servers do, among them letters behind it.
    private static double number(JsonParser json, String text) throws BadAnswerException {
        try {
            if (text.chars().allMatch(letter -> "0123456789.+-eE".indexOf(letter) >= 0)) {
                return Double.parseDouble(text);
            }
        } catch (NumberFormatException _) {
            // It is told below.
        }
        throw bad(json, "a number in quotes");
    }
}
