package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Error;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Holds answers against the description of the API: whatever is answered under a path that it describes has to be as
/// it says.
final class Contract {
    private static final String PLACE = "http://127.0.0.1/openapi.json";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final JsonNode document;
    private final SchemaRegistry registry;

    private Contract(JsonNode document) {
        this.document = document;
        this.registry = SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(Map.of(PLACE, document.toString())));
    }

    static Contract of(String document) throws IOException {
        return new Contract(JSON.readTree(document));
    }

    JsonNode document() {
        return document;
    }

    /// Does nothing where the path is none of the API.
    void check(String method, String path, HttpResponse<String> answer) throws IOException {
        var template = template(path);
        if (template.isEmpty()) {
            return;
        }
        var operation = document.path("paths").path(template.get()).path(method.toLowerCase(Locale.ROOT));
        if (operation.isMissingNode()) {
            return;
        }
        var what = "%s %s: %d %s".formatted(method, path, answer.statusCode(), answer.body());
        var place = "#/paths/%s/%s/responses/%d"
                .formatted(template.get().replace("/", "~1"), method.toLowerCase(Locale.ROOT), answer.statusCode());
        var response = operation.path("responses").path(String.valueOf(answer.statusCode()));
        assertThat(response.isObject()).as(what).isTrue();
        if (response.has("$ref")) {
            place = response.path("$ref").asText();
            response = document.at(place.substring(1));
        }
        if (answer.body().isEmpty()) {
            return;
        }
        var type = answer.headers().firstValue("content-type").orElse("").replaceFirst(";.*", "");
        assertThat(response.path("content").has(type)).as(what).isTrue();
        if (type.endsWith("json")) {
            var schema = place + "/content/" + type.replace("/", "~1") + "/schema";
            assertThat(violations(schema, JSON.readTree(answer.body())))
                    .as(what)
                    .isEmpty();
        }
    }

    /// @param place of the schema in the description
    List<Error> violations(String place, JsonNode value) {
        return registry.getSchema(
                        SchemaLocation.of(PLACE + place.replace("{", "%7B").replace("}", "%7D")))
                .validate(value, context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)));
    }

    private Optional<String> template(String path) {
        var bare = path.replaceFirst("\\?.*", "");
        return document.path("paths")
                .propertyStream()
                .map(Map.Entry::getKey)
                .filter(template -> bare.matches(template.replaceAll("\\{[^}]*}", "[^/]+")))
                .findFirst();
    }
}
