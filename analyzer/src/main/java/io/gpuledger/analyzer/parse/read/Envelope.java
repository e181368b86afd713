package io.gpuledger.analyzer.parse.read;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.regex.Pattern;

/// What stands around the result of a query. Its fields may come in any order, so that it is judged at the end. Of a
/// range selector servers warn where a part of their storage did not answer, and the answer is not whole then. Two
/// warnings are none: Thanos gives one where nobody has samples of the time at all, and some servers put hints at the
/// sense of a query there, which others have in `infos`.
final class Envelope {
    private static final String MATRIX = "matrix";
    private static final Pattern HARMLESS = Pattern.compile("No StoreAPIs matched for this query.*|PromQL info.*");
    private static final int WORDS_MAX = 300;

    private String status = "";
    private String errorType = "";
    private String error = "";
    private String resultType = "";
    private boolean isPartial;
    private String warning = "";

    /// Takes the field whose name was read.
    void field(JsonParser json) throws IOException {
        switch (json.currentName()) {
            case "status" -> status = text(json);
            case "errorType" -> errorType = text(json);
            case "error" -> error = text(json);
            case "isPartial" -> isPartial = json.nextToken() == JsonToken.VALUE_TRUE;
            case "warnings" -> warning = warning(json);
            default -> JsonAnswer.skip(json);
        }
    }

    /// Takes the type of the result, and refuses it at once where it is another one.
    void resultType(JsonParser json) throws IOException, BadAnswerException {
        resultType = text(json);
        if (!resultType.equals(MATRIX)) {
            throw new BadAnswerException(
                    "the answer is of type \"%s\", where a range selector has a %s".formatted(resultType, MATRIX));
        }
    }

    /// Returns the first warning of a list that is one, or an empty text.
    private static String warning(JsonParser json) throws IOException {
        var first = "";
        if (json.nextToken() != JsonToken.START_ARRAY) {
            json.skipChildren();
            return first;
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
            var words = json.getValueAsString("");
            if (first.isEmpty() && !HARMLESS.matcher(words).matches()) {
                first = words.substring(0, Math.min(WORDS_MAX, words.length()));
            }
            json.skipChildren();
        }
        return first;
    }

    private static String text(JsonParser json) throws IOException {
        json.nextToken();
        var text = json.getValueAsString("");
        json.skipChildren();
        return text;
    }

    /// Throws what is against the answer.
    void verify() throws BadAnswerException {
        if (status.equals("error")) {
            throw new BadAnswerException("the server says %s: %s".formatted(errorType, error));
        }
        if (isPartial) {
            throw new BadAnswerException("the server says that a part of its storage did not answer");
        }
        if (!warning.isEmpty()) {
            throw new BadAnswerException("it is not whole, as the server warns: " + warning);
        }
        if (!status.equals("success") || resultType.isEmpty()) {
            throw new BadAnswerException("the answer does not say that it is the result of a query");
        }
    }
}
