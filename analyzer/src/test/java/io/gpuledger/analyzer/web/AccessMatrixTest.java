package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.access.Reviewer;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.web.api.Effect;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Scope;
import io.gpuledger.analyzer.web.page.OfTeams;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Who may ask what, for each endpoint that is declared and each kind of people.
@Timeout(600)
class AccessMatrixTest {
    private static final int REFUSED = 403;
    private static final int NO_SUCH_PATH = 404;
    private static final String UNKNOWN = "/api/v1/unheard-of";

    /// What says nothing of whom it tells is not listed, and is refused to those of teams.
    private static final List<String> BY_TEAM = List.of(
            "/api/v1/ledger",
            "/api/v1/latency",
            "/api/v1/interruptions",
            "/api/v1/gangs",
            "/api/v1/now",
            "/api/v1/findings",
            "/api/v1/pending",
            "/api/v1/explain",
            "/api/v1/quota",
            "/api/v1/workloads",
            "/api/v1/workloads/{id}",
            "/waiting",
            "/teams",
            "/team",
            "/workload",
            "/pod",
            "/findings",
            "/reports",
            "/reports/{edition}/{week}",
            "/reports/{edition}/{week}/{file}");

    @TempDir
    private static Path folder;

    private static Site open;
    private static Guarded guarded;
    private static Site site;

    @BeforeAll
    static void start() throws Exception {
        open = Site.ofFixedBooks();
        open.present = FixedPresent.at(FixedBooks.NOW);
        guarded = new Guarded(folder, FixedBooks.NOW, Reviewer.NONE);
        site = guarded.behind(open);
    }

    @AfterAll
    static void close() {
        site.close();
        open.close();
    }

    static Stream<Named<Endpoint<?, ?>>> endpoints() {
        return site.endpoints.all().stream().map(endpoint -> Named.of(endpoint.name(), endpoint));
    }

    private static HttpResponse<String> ask(Endpoint<?, ?> endpoint, String authorization) throws Exception {
        var path = path(endpoint) + (endpoint.path().equals("/api/v1/workloads") ? "?team=vision" : "");
        return switch (endpoint.effect()) {
            case NONE ->
                endpoint.question().parameters().stream().anyMatch(Parameter.Body.class::isInstance)
                        ? send("POST", path, authorization)
                        : site.get(path, "Authorization", authorization);
            case ADDS -> send("POST", path, authorization);
            case ENDS -> send("DELETE", path, authorization);
        };
    }

    private static String path(Endpoint<?, ?> endpoint) {
        return endpoint.path()
                .replace("{edition}", "vision")
                .replace("{week}", "2026-W47")
                .replace("{file}", "letter.txt")
                .replaceAll("\\{[^}]*}", "1");
    }

    private static HttpResponse<String> send(String method, String path, String authorization) throws Exception {
        return site.send(method, path, "{}", "Authorization", authorization, "Content-Type", "application/json");
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void who_does_not_say_who_he_is_is_told_nothing(Endpoint<?, ?> endpoint) throws Exception {
        for (var wrong : List.of(
                "",
                "Nonsense",
                "Basic !",
                Guarded.basic("anna", "wrong"),
                Guarded.basic("nobody-of-ours"),
                Guarded.bearer(Guarded.EXPIRED),
                "Bearer unheard-of")) {
            var answer = ask(endpoint, wrong);
            assertThat(answer.statusCode()).as(wrong).isEqualTo(401);
            assertThat(answer.body()).as(wrong).contains("\"status\":401", "has to say who asks");
            assertThat(answer.headers().firstValue("WWW-Authenticate"))
                    .hasValueSatisfying(challenge -> assertThat(challenge).contains("Basic", "Bearer"));
        }
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void an_admin_may_ask_everything(Endpoint<?, ?> endpoint) throws Exception {
        assertThat(ask(endpoint, Guarded.basic("anna")).statusCode()).isIn(200, 400, 404);
        assertThat(ask(endpoint, Guarded.basic("anna")).body()).doesNotContain("Nothing is at");
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void a_viewer_may_ask_what_changes_nothing_and_not_who_changed_what(Endpoint<?, ?> endpoint) throws Exception {
        var answer = ask(endpoint, Guarded.basic("bob"));
        if (endpoint.effect() == Effect.NONE && endpoint.scope() != Scope.ADMINS) {
            assertThat(answer.statusCode()).as(answer.body()).isIn(200, 400, 404);
            assertThat(answer.body()).doesNotContain("Nothing is at");
        } else {
            assertThat(answer.statusCode()).isEqualTo(REFUSED);
        }
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void who_is_to_be_told_of_a_team_finds_no_such_path_but_where_it_can_be_narrowed(Endpoint<?, ?> endpoint)
            throws Exception {
        for (var who : List.of(Guarded.basic("vera"), Guarded.bearer(Guarded.OF_VISION))) {
            var answer = ask(endpoint, who);
            if (endpoint.path().equals("/")) {
                assertThat(answer.headers().firstValue("Location")).hasValue("./teams");
            } else if (BY_TEAM.contains(endpoint.name()) || endpoint.scope() == Scope.NOBODY) {
                assertThat(answer.statusCode()).as(answer.body()).isIn(200, 400, 404);
                assertThat(answer.body()).doesNotContain("Nothing is at");
            } else {
                var unknown = site.get(UNKNOWN, "Authorization", who);
                assertThat(answer.statusCode()).isEqualTo(unknown.statusCode()).isEqualTo(NO_SUCH_PATH);
                assertThat(answer.body()).isEqualTo(unknown.body().replace(UNKNOWN, path(endpoint)));
                assertThat(names(answer)).isEqualTo(names(unknown));
            }
        }
    }

    private static List<String> names(HttpResponse<String> answer) {
        return answer.headers().map().entrySet().stream()
                .filter(header -> !List.of("date", "content-length").contains(header.getKey()))
                .map(Map.Entry::toString)
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void who_writes_or_scrapes_reads_nothing(Endpoint<?, ?> endpoint) throws Exception {
        assertThat(ask(endpoint, Guarded.bearer(Guarded.OF_PROMETHEUS)).statusCode())
                .isEqualTo(REFUSED);
        assertThat(ask(endpoint, Guarded.basic("sam")).statusCode()).isEqualTo(REFUSED);
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void a_user_who_was_given_no_role_may_do_nothing(Endpoint<?, ?> endpoint) throws Exception {
        var answer = ask(endpoint, Guarded.basic("uma"));
        assertThat(answer.statusCode()).isEqualTo(REFUSED);
        assertThat(answer.body()).contains("The access file gives no role to uma.");
    }

    @ParameterizedTest
    @CsvSource({
        "GET,  /metrics,         200 200 404 403 200 403",
        "GET,  /healthz,         200 200 200 200 200 200",
        "GET,  /readyz,          200 200 404 200 200 200",
        "POST, /api/v1/write,    200 403 403 200 403 403",
        "POST, /findings/mute,   400 403 404 403 403 403",
        "POST, /findings/unmute, 400 403 404 403 403 403",
        "GET,  /unsubscribe,     404 404 404 403 403 403",
        "POST, /unsubscribe,     404 404 404 403 403 403",
        "GET,  /unheard-of,      404 404 404 403 403 403",
        "PUT,  /api/v1/ledger,   405 405 405 403 403 403",
        "PUT,  /api/v1/stranded, 405 405 404 403 403 403",
    })
    void other_paths_have_their_own_doors(String method, String path, String expected) throws Exception {
        var statuses = new java.util.StringJoiner(" ");
        for (var who : List.of(
                Guarded.basic("anna"),
                Guarded.basic("bob"),
                Guarded.basic("vera"),
                Guarded.bearer(Guarded.OF_PROMETHEUS),
                Guarded.basic("sam"),
                Guarded.basic("uma"))) {
            var body = method.equals("GET") ? "" : "a=b";
            statuses.add(String.valueOf(
                    site.send(method, path, body, "Authorization", who).statusCode()));
        }
        assertThat(statuses.toString()).isEqualTo(expected);
        assertThat(site.send(method, path, "a=b", "X-Some", "thing").statusCode())
                .isEqualTo(401);
    }

    @Test
    void where_nobody_is_asked_all_is_as_it_was() throws Exception {
        assertThat(open.get("/api/v1/ledger").statusCode()).isEqualTo(200);
        assertThat(open.get("/api/v1/audit").statusCode()).isEqualTo(200);
        assertThat(open.get("/metrics").statusCode()).isEqualTo(200);
        assertThat(open.get("/sign-in").statusCode()).isEqualTo(404);
        assertThat(open.post("/sign-out", "").statusCode()).isEqualTo(404);
    }

    @Test
    void the_scopes_are_those_that_were_thought_about() {
        assertThat(site.endpoints.all())
                .filteredOn(endpoint -> endpoint.scope() == Scope.BY_TEAM)
                .extracting(Endpoint::name)
                .containsExactlyInAnyOrderElementsOf(BY_TEAM);
    }

    /// Pages lead there only where who looks at them may go.
    @ParameterizedTest
    @MethodSource("endpoints")
    void pages_lead_those_of_teams_to_what_tells_of_teams(Endpoint<?, ?> endpoint) {
        var isOpen = endpoint.scope() == Scope.BY_TEAM
                || endpoint.scope() == Scope.NOBODY
                || endpoint.path().equals("/");
        assertThat(OfTeams.isOpen("/", path(endpoint).substring(1))).isEqualTo(isOpen);
        assertThat(OfTeams.isOpen("/reports/vision/2026-W47", "../.." + path(endpoint)))
                .isEqualTo(isOpen);
    }

    @Test
    void whoever_can_connect_may_have_what_the_page_to_sign_in_loads() throws Exception {
        var page = site.get("/sign-in").body();
        var asset = Pattern.compile("href=\"(assets/[^\"]+)").matcher(page);
        assertThat(asset.find()).as(page).isTrue();
        var loaded = site.get("/" + asset.group(1));
        assertThat(loaded.statusCode()).isEqualTo(200);
        assertThat(loaded.headers().firstValue("Cache-Control").orElseThrow()).contains("immutable");
        var other = site.get("/" + asset.group(1).replaceFirst("v=.*", "v=of-another-version"));
        assertThat(other.body()).isEqualTo(loaded.body());
        assertThat(other.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(page).doesNotContain("<nav aria-label=\"Places\"><a", "role=\"search\"", "Sign out");
    }

    @Test
    void a_page_has_no_forms_for_who_may_not_send_them() throws Exception {
        assertThat(site.get("/findings", "Authorization", Guarded.basic("anna")).body())
                .contains("action=\"findings/mute\"");
        assertThat(site.get("/findings", "Authorization", Guarded.basic("bob")).body())
                .doesNotContain("findings/mute");
    }

    @Test
    void a_changed_file_holds_for_the_next_request() throws Exception {
        var before = guarded.access;
        assertThat(site.get("/api/v1/ledger", "Authorization", Guarded.basic("uma"))
                        .statusCode())
                .isEqualTo(REFUSED);
        var file = java.nio.file.Files.writeString(
                folder.resolve("other.yml"), "users: {uma: {role: viewer}, bob: {role: viewer, team: speech}}");
        var rules = io.gpuledger.analyzer.access.AccessFile.open(file.toString());
        var old = io.gpuledger.analyzer.access.AccessFile.open(
                folder.resolve("access.yml").toString());
        before.replace(rules.atStart());
        try {
            assertThat(site.get("/api/v1/ledger", "Authorization", Guarded.basic("uma"))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(site.get("/api/v1/ledger", "Authorization", Guarded.basic("anna"))
                            .statusCode())
                    .isEqualTo(REFUSED);
            assertThat(site.get("/api/v1/now", "Authorization", Guarded.basic("bob"))
                            .body())
                    .doesNotContain("vision");
            assertThat(site.get("/api/v1/now", "Authorization", Guarded.bearer(Guarded.OF_VISION))
                            .statusCode())
                    .isEqualTo(401);
        } finally {
            before.replace(old.atStart());
        }
    }
}
