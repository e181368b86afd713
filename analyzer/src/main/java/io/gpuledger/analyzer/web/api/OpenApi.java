package io.gpuledger.analyzer.web.api;

import io.gpuledger.analyzer.web.api.Value.Members;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;

/// Describes the API for programs, as [OpenAPI](https://spec.openapis.org/oas/v3.1.1.html) has it: all that
/// answers with a document, and some other paths beside it.
public record OpenApi(String title, String version, List<Endpoint<?, ?>> endpoints, List<OtherPath> others) {
    private static final String MAJOR = "3.1.1";

    public OpenApi {
        endpoints = List.copyOf(endpoints);
        others = List.copyOf(others);
    }

    /// Declares where it can be asked for.
    public Endpoint<?, ?> at(String path) {
        var json = json();
        return new Endpoint<>(
                        path,
                        "the same for programs, in OpenAPI 3.1",
                        Question.none(Unknown.REFUSED),
                        new Form.File<>(_ -> Writing.JSON, _ -> json),
                        Outcome.Answered::new)
                .telling(Scope.NOBODY);
    }

    private byte[] json() {
        var out = new ByteArrayOutputStream();
        try {
            Json.write(document(), out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private Members document() {
        var schemas = new JsonSchemas();
        var paths = paths(schemas);
        return new JsonObject()
                .with("openapi", MAJOR)
                .with(
                        "info",
                        new JsonObject()
                                .with("title", title)
                                .with("version", version)
                                .with(
                                        "license",
                                        new JsonObject()
                                                .with("name", "Apache-2.0")
                                                .with("identifier", "Apache-2.0")))
                // Whether users are asked who they are, the web configuration file says.
                .with(
                        "security",
                        JsonObject.list(List.of(
                                new JsonObject().done(),
                                new JsonObject().with("basic", List.of()).done())))
                .with("paths", paths)
                .with("components", components(schemas))
                .done();
    }

    private JsonObject paths(JsonSchemas schemas) {
        var byPath = new LinkedHashMap<String, JsonObject>();
        endpoints.stream()
                .filter(endpoint -> endpoint.form() instanceof Form.Document)
                .map(endpoint -> new Operation(endpoint, schemas))
                .forEach(
                        operation -> byPath.computeIfAbsent(operation.endpoint().path(), _ -> new JsonObject())
                                .with(operation.method(), operation.members()));
        others.forEach(other -> byPath.computeIfAbsent(other.path(), _ -> new JsonObject())
                .with(other.method().toLowerCase(Locale.ROOT), OtherOperation.of(other)));
        var paths = new JsonObject();
        byPath.forEach(paths::with);
        return paths;
    }

    private static JsonObject components(JsonSchemas schemas) {
        return new JsonObject()
                .with("schemas", Refusal.schema(new JsonObject().withAll(schemas.written())))
                .with(
                        "responses",
                        new JsonObject()
                                .with(
                                        "304",
                                        new JsonObject()
                                                .with(
                                                        "description",
                                                        "The answer is the one that `If-None-Match` names.")
                                                .with("headers", tagged()))
                                .withAll(Refusal.responses()))
                .with(
                        "headers",
                        new JsonObject()
                                .with("ETag", header("Names what the answer says; for `If-None-Match`."))
                                .with("Link", header("Where there is a next page: its URL, with `rel=\"next\"`.")))
                .with(
                        "securitySchemes",
                        new JsonObject()
                                .with(
                                        "basic",
                                        new JsonObject().with("type", "http").with("scheme", "basic")));
    }

    private static JsonObject tagged() {
        return new JsonObject().with("ETag", new JsonObject().with("$ref", "#/components/headers/ETag"));
    }

    private static JsonObject header(String description) {
        return new JsonObject()
                .with("description", description)
                .with("schema", new JsonObject().with("type", "string"));
    }
}
