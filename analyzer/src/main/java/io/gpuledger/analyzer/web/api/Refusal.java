package io.gpuledger.analyzer.web.api;

import io.gpuledger.service.http.Problem;
import java.util.Arrays;
import java.util.List;

/// The statuses with which the API refuses, as its description has them.
enum Refusal {
    BAD_QUESTION(400, "Something is wrong with the parameters or the body; `errors` lists all of it."),
    UNKNOWN_USER(401, "A user has to say who asks."),
    FROM_ELSEWHERE(403, "A page of another site asks for a change."),
    NOT_FOUND(404, "What is asked about does not exist."),
    TOO_LARGE(413, "The body is too long."),
    NOT_READ(415, "The body is of another media type, or compressed."),
    MISDIRECTED(421, "A listener on loopback is asked by a name of elsewhere."),
    TOO_OFTEN(429, "There are too many requests; `Retry-After` says when to ask again."),
    FAILED(500, "This has failed; the log says why."),
    UNAVAILABLE(
            503,
            "There is no answer now; `Retry-After` says when to ask again. With the type `%s` ask for less instead."
                    .formatted(TooMuch.TYPE));

    private static final String PLACE = "#/components/responses/";
    private static final String SCHEMA = "Problem";

    private final int status;
    private final String meaning;

    Refusal(int status, String meaning) {
        this.status = status;
        this.meaning = meaning;
    }

    static Refusal of(int status) {
        return Arrays.stream(values())
                .filter(refusal -> refusal.status == status)
                .findFirst()
                .orElseThrow();
    }

    /// All of them, to which operations refer.
    static Value.Members responses() {
        var all = new JsonObject();
        for (var refusal : values()) {
            all.with(String.valueOf(refusal.status), refusal.response());
        }
        return all.done();
    }

    private JsonObject response() {
        var response = new JsonObject().with("description", meaning);
        if (this == TOO_OFTEN || this == UNAVAILABLE) {
            response.with(
                    "headers",
                    new JsonObject()
                            .with(
                                    "Retry-After",
                                    new JsonObject()
                                            .with("description", "After how many seconds to ask again.")
                                            .with("schema", new JsonObject().with("type", "integer"))));
        }
        return response.with(
                "content",
                new JsonObject()
                        .with(
                                Problem.MEDIA_TYPE,
                                new JsonObject()
                                        .with("schema", new JsonObject().with("$ref", JsonSchemas.PLACE + SCHEMA))));
    }

    /// Adds this one to the responses of an operation.
    void in(JsonObject responses) {
        responses.with(String.valueOf(status), new JsonObject().with("$ref", PLACE + status));
    }

    /// What all of them answer. https://www.rfc-editor.org/rfc/rfc9457
    static JsonObject schema(JsonObject written) {
        var text = new JsonObject().with("type", "string");
        var fault = new JsonObject()
                .with("type", "object")
                .with("properties", new JsonObject().with("parameter", text).with("detail", text))
                .with("required", List.of("detail"));
        return written.with(
                SCHEMA,
                new JsonObject()
                        .with("type", "object")
                        .with(
                                "properties",
                                new JsonObject()
                                        .with(
                                                "type",
                                                new JsonObject()
                                                        .with("type", "string")
                                                        .with("format", "uri"))
                                        .with("title", text)
                                        .with("status", new JsonObject().with("type", "integer"))
                                        .with("detail", text)
                                        .with(
                                                "errors",
                                                new JsonObject()
                                                        .with("type", "array")
                                                        .with("items", fault)))
                        .with("required", List.of("type", "title", "status", "detail")));
    }
}
