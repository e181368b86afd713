package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form;
import java.util.HashSet;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The description of the API, held against what is answered. Each answer that any test of a [Site] gets is
/// held against it too.
class OpenApiTest {
    /// The schema of such descriptions, as it was published; it stands among the test's resources.
    private static final String META = "https://spec.openapis.org/oas/3.1/schema-base/2022-10-07";

    private static final String TEAM = "team=speech&from=2026-11-16";

    @RegisterExtension
    static final FixedSite SITE = new FixedSite();

    private static JsonNode description() throws Exception {
        return new ObjectMapper().readTree(SITE.get(ApiDescription.PATH).body());
    }

    static Stream<Named<String>> paths() {
        return SITE.endpoints().api().stream()
                .filter(Endpoint::isPlain)
                .filter(endpoint -> endpoint.form() instanceof Form.Document)
                .map(endpoint -> Named.of(endpoint.name(), endpoint.path()));
    }

    @Test
    void it_is_a_description_as_the_standard_has_it() throws Exception {
        var registry = SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12,
                builder -> builder.schemaIdResolvers(
                        ids -> ids.mapPrefix("https://spec.openapis.org/", "classpath:spec.openapis.org/")));
        var schema = registry.getSchema(SchemaLocation.of(META));
        assertThat(schema.validate(description())).isEmpty();

        var wrong = (ObjectNode) description();
        ((ObjectNode) wrong.path("info")).remove("title");
        assertThat(schema.validate(wrong)).isNotEmpty();
    }

    @Test
    void it_describes_all_of_the_api_and_no_page() throws Exception {
        assertThat(description().path("paths").propertyStream().map(Map.Entry::getKey))
                .contains("/api/v1/write", "/metrics", "/healthz", "/readyz")
                .containsAll(SITE.endpoints().api().stream()
                        .map(Endpoint::path)
                        .filter(path -> path.startsWith("/api/"))
                        .toList())
                .doesNotContain("/", "/findings", "/reports");
    }

    @Test
    void no_two_operations_have_the_same_name() throws Exception {
        var names = description().findValuesAsText("operationId");

        assertThat(new HashSet<>(names)).hasSameSizeAs(names);
    }

    @ParameterizedTest
    @MethodSource("paths")
    void what_is_answered_is_as_it_says(String path) throws Exception {
        var contract = Contract.of(description().toString());
        var answer = SITE.get(path);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        contract.check("GET", path, answer);
    }

    /// Would any answer do, the test above would say nothing.
    @ParameterizedTest
    @MethodSource("paths")
    void a_field_of_another_type_is_not_as_it_says(String path) throws Exception {
        var contract = Contract.of(description().toString());
        var schema = "#/paths/%s/get/responses/200/content/application~1json/schema".formatted(path.replace("/", "~1"));
        var fields = new ObjectMapper()
                .readTree(SITE.get(path).body())
                .path("data")
                .propertyStream()
                .map(Map.Entry::getKey)
                .toList();

        assertThat(fields).isNotEmpty().allSatisfy(field -> {
            var wrong = new ObjectMapper().readTree(SITE.get(path).body());
            ((ObjectNode) wrong.path("data")).putObject(field).put("of", "another type");
            assertThat(contract.violations(schema, wrong)).isNotEmpty();

            var less = new ObjectMapper().readTree(SITE.get(path).body());
            ((ObjectNode) less.path("data")).remove(field);
            assertThat(contract.violations(schema, less)).isNotEmpty();
        });
    }

    @ParameterizedTest
    @MethodSource("paths")
    void to_say_what_is_usual_changes_nothing(String path) throws Exception {
        for (var parameter : description().path("paths").path(path).path("get").path("parameters")) {
            var usual = parameter.path("schema").path("default");
            if (!usual.isMissingNode()) {
                var words = usual.isArray()
                        ? String.join(
                                ",", usual.valueStream().map(JsonNode::asText).toList())
                        : usual.asText();
                var asked = SITE.get(path + "?" + parameter.path("name").asText() + "=" + words);
                assertThat(asked.body())
                        .as(parameter.toString())
                        .isEqualTo(SITE.get(path).body());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("paths")
    void beyond_its_limits_nothing_is_answered(String path) throws Exception {
        for (var parameter : description().path("paths").path(path).path("get").path("parameters")) {
            var most = parameter.path("schema").path("maximum");
            if (!most.isMissingNode()) {
                var asked = SITE.get(path + "?" + parameter.path("name").asText() + "=" + (most.asLong() + 1));
                assertThat(asked.statusCode()).as(parameter.toString()).isEqualTo(400);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("paths")
    void what_says_how_many_there_are_is_told_page_by_page(String path) throws Exception {
        if (SITE.data(path).has("count")) {
            assertThat(Walk.ofPages(SITE::get, path, "")).isNotNegative();
        }
    }

    @Test
    void workloads_are_as_it_says_too() throws Exception {
        var of = new ObjectMapper()
                .readTree(SITE.get("/api/v1/workloads?" + TEAM).body());

        assertThat(of.path("data").path("workloads")).isNotEmpty();
        assertThat(Walk.ofPages(SITE::get, "/api/v1/workloads", "?" + TEAM)).isGreaterThan(1);
        var id = of.path("data").path("workloads").get(0).path("id").asText();
        assertThat(SITE.get("/api/v1/workloads/" + id + "?from=2026-11-16").statusCode())
                .isEqualTo(200);
        assertThat(SITE.get("/api/v1/workloads/999999?from=2026-11-16").statusCode())
                .isEqualTo(404);
    }
}
