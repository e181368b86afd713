package io.gpuledger.analyzer.parse.read;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/// What stands around the result of a query. Its fields may come in any order, so that it is judged at the end.
final class Envelope {
    private static final String MATRIX = "matrix";

    private String status = "";
    private String errorType = "";
    private String error = "";
    private String resultType = "";
    private boolean isPartial;

    /// Takes the field whose name was read.
    void field(JsonParser json) throws IOException {
        switch (json.currentName()) {
            case "status" -> status = text(json);
            case "errorType" -> errorType = text(json);
            case "error" -> error = text(json);
            case "isPartial" -> isPartial = json.nextToken() == JsonToken.VALUE_TRUE;
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
        if (!status.equals("success") || resultType.isEmpty()) {
            throw new BadAnswerException("the answer does not say that it is the result of a query");
        }
    }
}
