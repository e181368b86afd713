package io.gpuledger.analyzer.parse.read;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/// What stands around the result of a query. Its fields may come in any order, so that it is judged at the end. Of a
/// range selector servers warn only where a part of their storage did not answer: what they have to say of a query's
/// sense stands in `infos`.
final class Envelope {
    private static final String MATRIX = "matrix";

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
            case "warnings" -> warning = first(json);
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

    /// Returns the first text of a list, which is empty where the list is.
    private static String first(JsonParser json) throws IOException {
        var first = "";
        if (json.nextToken() == JsonToken.START_ARRAY) {
            while (json.nextToken() != JsonToken.END_ARRAY) {
                first = first.isEmpty() ? json.getValueAsString("") : first;
                json.skipChildren();
            }
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
