package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuledger.analyzer.access.Sight;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.questions.Dimension;
import io.gpuledger.analyzer.store.questions.LedgerQuestion;
import io.gpuledger.analyzer.web.api.Effect;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.EndpointPage;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Query;
import io.gpuledger.analyzer.web.api.Schema;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Unknown;
import io.gpuledger.analyzer.web.page.Link;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Repository;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What follows from the declaration of an endpoint, for each that is declared.
class EndpointsTest {
    private static final Path DOCUMENT = Path.of("docs/api.md");
    private static final Parameter UNKNOWN = new Parameter.InPath("unheard-of", "");
    private static final String BAD = "--";

    private static final Site SITE = Site.away();

    @AfterAll
    static void close() {
        SITE.close();
    }

    static Stream<Named<Endpoint<?, ?>>> endpoints() {
        return SITE.endpoints.all().stream().map(endpoint -> Named.of(endpoint.name(), endpoint));
    }

    static Stream<Named<Endpoint<?, ?>>> api() {
        return SITE.endpoints.api().stream().map(endpoint -> Named.of(endpoint.name(), endpoint));
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void all_that_is_wrong_with_a_question_is_said_at_once(Endpoint<?, ?> endpoint) throws Exception {
        var query = new Query().with(UNKNOWN, BAD);
        var parameters = endpoint.question().parameters();
        parameters.stream().filter(EndpointsTest::canBeWrong).forEach(parameter -> query.with(parameter, BAD));
        var path = endpoint.path().replaceAll("\\{[^}]*}", "1") + "?" + query;
        var answer = ask(endpoint, path);

        if (endpoint.question().unknown() == Unknown.IGNORED) {
            assertThat(answer.statusCode()).isEqualTo(200);
            return;
        }
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        var problems = problems(answer.body());
        assertThat(problems)
                .filteredOn(problem -> problem.startsWith("unknown parameter unheard-of"))
                .hasSize(1);
        assertThat(parameters)
                .filteredOn(EndpointsTest::canBeWrong)
                .allSatisfy(parameter -> assertThat(problems)
                        .filteredOn(problem -> problem.startsWith(parameter.name() + ": "))
                        .singleElement()
                        .asString()
                        .contains(BAD));
        assertThat(parameters)
                .filteredOn(Parameter.Required.class::isInstance)
                .allSatisfy(parameter -> assertThat(problems)
                        .filteredOn(problem -> problem.startsWith(parameter.name() + ": must be given"))
                        .hasSize(1));
    }

    private static HttpResponse<String> ask(Endpoint<?, ?> endpoint, String path) throws Exception {
        return switch (endpoint.effect()) {
            case NONE ->
                endpoint.question().parameters().stream().anyMatch(Parameter.Body.class::isInstance)
                        ? SITE.post(path, BAD)
                        : SITE.get(path);
            case ADDS -> SITE.post(path, BAD);
            case ENDS -> SITE.send("DELETE", path, "", "Sec-Fetch-Site", "none");
        };
    }

    @Test
    void what_changes_something_is_refused_to_pages_from_elsewhere() {
        assertThat(SITE.endpoints.api())
                .filteredOn(endpoint -> endpoint.effect() != Effect.NONE)
                .isNotEmpty()
                .allSatisfy(endpoint -> {
                    var method = endpoint.effect() == Effect.ADDS ? "POST" : "DELETE";
                    var path = endpoint.path().replaceAll("\\{[^}]*}", "1");
                    assertThat(SITE.send(method, path, "{}", "Sec-Fetch-Site", "cross-site")
                                    .statusCode())
                            .isEqualTo(403);
                    assertThat(SITE.send(method, path, "{}", "Origin", "https://elsewhere.example")
                                    .statusCode())
                            .isEqualTo(403);
                });
    }

    /// Says whether a parameter refuses some texts. One that must be given is missing in the test's query, which is
    /// another mistake.
    private static boolean canBeWrong(Parameter parameter) {
        return !(parameter instanceof Parameter.Required
                        || parameter instanceof Parameter.InPath
                        || parameter instanceof Parameter.Body)
                && parameter.schema() != Schema.Plain.TEXT;
    }

    private static List<String> problems(String body) throws IOException {
        return new ObjectMapper()
                .readTree(body)
                .path("errors")
                .valueStream()
                .map(EndpointsTest::sentence)
                .toList();
    }

    private static String sentence(JsonNode fault) {
        return fault.optional("parameter").map(name -> name.asText() + ": ").orElse("")
                + fault.path("detail").asText();
    }

    @Test
    void people_are_told_by_a_page_what_is_wrong_and_programs_in_json() throws Exception {
        var page = SITE.get("/findings?kind=hott", "Accept", "text/html,*/*;q=0.8");
        assertThat(page.statusCode()).isEqualTo(400);
        assertThat(page.headers().firstValue("content-type")).hasValue("text/html; charset=utf-8");
        assertThat(page.body()).contains("no kind is called hott; did you mean hot?", "To the first page");

        assertThat(SITE.get("/findings?kind=hott").headers().firstValue("content-type"))
                .hasValue("application/problem+json");
        assertThat(SITE.get("/api/v1/nothing", "Accept", "text/html").headers().firstValue("content-type"))
                .hasValue("application/problem+json");
        assertThat(SITE.get("/reports", "Accept", "text/html").body()).contains("Try again in 10 s.");
    }

    @Test
    void the_documentation_says_what_each_takes_and_answers() {
        var page = new EndpointPage();
        SITE.endpoints
                .api()
                .forEach(endpoint -> Golden.section(DOCUMENT, "declaration of " + endpoint.name())
                        .matches(page.of(endpoint)));
    }

    @ParameterizedTest
    @MethodSource("api")
    void the_documentation_names_each_parameter_and_each_field(Endpoint<?, ?> endpoint) throws IOException {
        var text = Files.readString(Repository.root().resolve(DOCUMENT));
        var fields = endpoint.form() instanceof Document<?> document ? names(document.data()) : Stream.<String>of();
        var parameters = endpoint.question().parameters().stream().map(Parameter::name);

        assertThat(Stream.concat(parameters, fields).distinct())
                .allSatisfy(name -> assertThat(text).contains("`" + name + "`"));
    }

    private static Stream<String> names(Shape<?> shape) {
        return shape.fields().stream().flatMap(EndpointsTest::names);
    }

    private static Stream<String> names(Field<?> field) {
        return switch (field) {
            case Field.Single<?> single -> Stream.concat(Stream.of(single.name()), names(single.schema()));
            case Field.Part<?, ?> part -> names(part.shape());
            case Field.Named<?> named -> names(named.schema());
        };
    }

    private static Stream<String> names(Schema schema) {
        return switch (schema) {
            case Schema.ObjectOf(var shape) -> names(shape);
            case Schema.ListOf(var of) -> names(of);
            case Schema.MapOf(var _, var of) -> names(of);
            case Schema.Plain _, Schema.Range _, Schema.Decimal _, Schema.OneOf _ -> Stream.of();
        };
    }

    @Test
    void the_foot_of_the_page_leads_to_what_can_be_followed_as_it_is() {
        assertThat(Endpoints.links(SITE.endpoints.api()))
                .extracting(Link::path)
                .containsExactly(
                        "/api/v1/ledger",
                        "/api/v1/ledger?format=csv",
                        "/api/v1/capacity",
                        "/api/v1/capacity?format=csv",
                        "/api/v1/latency",
                        "/api/v1/latency?format=csv",
                        "/api/v1/interruptions",
                        "/api/v1/gangs",
                        "/api/v1/gangs?format=csv",
                        "/api/v1/now",
                        "/api/v1/fleet",
                        "/api/v1/findings",
                        "/api/v1/findings?format=csv",
                        "/api/v1/failures",
                        "/api/v1/failures?format=csv",
                        "/api/v1/variants",
                        "/api/v1/variants?format=csv",
                        "/api/v1/mutes",
                        "/api/v1/free-while-waiting",
                        "/api/v1/free-while-waiting?format=csv",
                        "/api/v1/pending",
                        "/api/v1/stranded",
                        "/api/v1/slots",
                        "/api/v1/fragmentation",
                        "/api/v1/placements",
                        "/api/v1/placements?format=csv",
                        "/api/v1/moves",
                        "/api/v1/quota",
                        "/api/v1/targets",
                        "/api/v1/doctor",
                        "/search",
                        "/fleet",
                        "/teams",
                        "/findings",
                        "/failures",
                        "/waiting",
                        "/placements",
                        "/targets",
                        "/doctor",
                        "/reports",
                        "/openapi.json",
                        "/metrics",
                        "/readyz",
                        "/healthz");
    }

    @Test
    void the_next_page_is_asked_for_by_all_parameters() {
        var only = new EnumMap<Dimension, Set<String>>(Dimension.class);
        Dimension.ALL.stream().filter(Dimension::isFilter).forEach(dimension -> only.put(dimension, Set.of("x")));
        var question = new LedgerQuestion(FixedBooks.WEEK, List.of(Dimension.DAY), only, 1, 0);

        assertThat("&" + new LedgerParameters(question, 1, false, Sight.Whole.FLEET).query(2))
                .contains(LedgerParameters.ALL.stream()
                        .map(parameter -> "&" + parameter.name() + "=")
                        .toList());
    }
}
