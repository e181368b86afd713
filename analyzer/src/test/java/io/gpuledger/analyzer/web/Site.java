package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gpuledger.analyzer.booking.Prices;
import io.gpuledger.analyzer.booking.Rules;
import io.gpuledger.analyzer.booking.Selector;
import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.books.Present;
import io.gpuledger.analyzer.prometheus.ReadState;
import io.gpuledger.analyzer.report.FleetWeeks;
import io.gpuledger.analyzer.report.Reports;
import io.gpuledger.analyzer.report.letter.BookLetters;
import io.gpuledger.analyzer.report.letter.FixedAdvice;
import io.gpuledger.analyzer.report.letter.LetterSettings;
import io.gpuledger.analyzer.scrape.TargetList;
import io.gpuledger.analyzer.store.entries.DrawnBooks;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.findings.FindingAnswers;
import io.gpuledger.analyzer.store.findings.FixedFindings;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.store.questions.LedgerTables;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.web.gate.Gate;
import io.gpuledger.analyzer.web.page.Link;
import io.gpuledger.service.doctor.Checkup;
import io.gpuledger.service.doctor.Examination;
import io.gpuledger.service.doctor.Line;
import io.gpuledger.service.http.HealthRoutes;
import io.gpuledger.service.http.HttpServer;
import io.gpuledger.service.http.HttpSettings;
import io.gpuledger.service.http.Readiness;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Address;
import io.gpuledger.service.settings.Stated;
import io.gpuledger.service.webconfig.WebConfigFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// All that is shown of some books, on a port of its own.
final class Site implements AutoCloseable {
    private static final Pattern VERSION = Pattern.compile("\\?v=[0-9a-f]+");
    static final Duration KEPT = Duration.ofDays(14);

    private static final Rules RULES = new Rules(
            Duration.ofMinutes(30),
            Duration.ofMinutes(60),
            Set.of(),
            Selector.NONE,
            new Teams("team", Map.of()),
            Prices.NONE);

    private static final Address ADDRESS = new Address("127.0.0.1", 0);
    private static final LetterSettings LETTERS =
            new LetterSettings(24 * Hour.MILLIS, 5 * Hour.MILLIS, "ask the platform team");

    private final HttpClient client = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private final Database database;
    private final Runnable end;
    private final Instant now;
    private final HttpServer server;
    final Endpoints endpoints;
    private volatile Optional<Contract> contract = Optional.empty();
    volatile Present present = new Present(Instant.EPOCH, List.of());
    volatile TargetList targets = new TargetList(List.of(), List.of(), 0);
    volatile Optional<ReadState> reading = Optional.empty();
    volatile List<Examination> examinations = List.of(
            new Examination("disk", "look at its mount", () -> List.of(new Line.Ok("disk", "37 GiB are free"))));

    static Site ofFixedBooks() throws DatabaseException, SchemaException {
        var books = FixedBooks.fresh();
        FixedFindings.write(books.database());
        return new Site(books.database(), FixedBooks.NOW, books::close);
    }

    /// A fleet in which there is the team vision only.
    static Site ofVision() throws DatabaseException, SchemaException {
        var books = FixedBooks.ofVision();
        FixedFindings.write(
                books.database(), finding -> finding.key().subject().equals(FixedFindings.unit("east", "GPU-a")));
        return new Site(books.database(), FixedBooks.NOW, books::close);
    }

    static Site ofFillingBooks() throws DatabaseException, SchemaException {
        var books = FixedBooks.filling();
        return new Site(books.database(), FixedBooks.NOW, books::close);
    }

    static Site ofEmptyBooks() throws DatabaseException, SchemaException {
        var books = FixedBooks.empty();
        return new Site(books.database(), FixedBooks.NOW, books::close);
    }

    /// Returns a site of the books of a free GPU's first hours, see [FixedBooks#young].
    static Site ofYoungBooks(int hours, Instant now) throws DatabaseException, SchemaException {
        var books = FixedBooks.young(hours);
        return new Site(books.database(), now, books::close);
    }

    /// Returns a site of books where every team gets a letter, however little it held.
    static Site of(DrawnBooks books) {
        return new Site(books.database(), DrawnBooks.NOW, books::close, new LetterSettings(0, 0, "ask"));
    }

    /// Returns a site of a database that is closed by whoever has made it.
    static Site of(Database database) {
        return new Site(database, FixedBooks.NOW, () -> {});
    }

    /// Returns a site whose database does not answer.
    static Site away() {
        var away = FixedBooks.away();
        return new Site(away, FixedBooks.NOW, away::close);
    }

    Database database() {
        return database;
    }

    /// Returns another site of the same books, at another time.
    Site at(Instant now) {
        return new Site(database, now, () -> {});
    }

    private Site(Database database, Instant now, Runnable end) {
        this(database, now, end, LETTERS);
    }

    /// Returns another site of the same books, where people have to say who they are.
    Site behind(Gate gate, WebConfigFile users) {
        var site = new Site(
                database,
                now,
                () -> {},
                new LetterSettings(0, 0, "ask the platform team"),
                gate,
                new HttpSettings(ADDRESS, HttpSettings.at(ADDRESS).limits(), Optional.of(users)));
        site.present = present;
        return site;
    }

    private Site(Database database, Instant now, Runnable end, LetterSettings settings) {
        this(database, now, end, settings, Gate.open(), HttpSettings.at(ADDRESS));
    }

    private Site(Database database, Instant now, Runnable end, LetterSettings settings, Gate gate, HttpSettings http) {
        this.now = now;
        this.database = database;
        this.end = end;
        var clock = InstantSource.fixed(now);
        var links = List.of(
                new Link("/metrics", "what it says of its own work"),
                new Link("/api/v1/now?a=1&b=2", "<what> is & was"));
        var page = OverviewEndpoint.of(
                new FleetWeeks(new LedgerTables(database)), new FindingAnswers(database), () -> present, clock, links);
        var letters = new BookLetters(new Reports(database), (team, _) -> FixedAdvice.of(team), settings);
        endpoints = new Endpoints(
                Endpoints.of(
                                database,
                                () -> present,
                                () -> targets,
                                () -> reading,
                                new Checkup(() -> List.copyOf(examinations), clock),
                                letters,
                                RULES,
                                () -> now.minus(KEPT),
                                clock)
                        .api(),
                page);
        server = HttpServer.start(
                http,
                new Reloads(Duration.ZERO, InstantSource.system()),
                gate,
                new Rooms(
                        routing -> routing.post("/api/v1/write", (_, response) -> response.send("taken in")),
                        new OwnMetrics()::add,
                        new HealthRoutes(() -> new Readiness.Ready("all is well"))::add,
                        endpoints,
                        Duration.ZERO,
                        new UnsubscribePage(database, clock)::add,
                        List.of(
                                new MuteRoutes(database, clock)::add,
                                new SettingsRoutes(program(now), database, clock)::add,
                                new ExplainRoutes(database, RULES.teams(), clock)::add))::add);
    }

    private static SettingsRoutes.Program program(Instant now) {
        return new SettingsRoutes.Program(
                "1.2.3",
                now.minus(Duration.ofDays(3)),
                List.of(
                        new Stated("listen", "Where.", Optional.of(":8080"), Optional.of("flag --listen"), true),
                        new Stated("<i>odd</i>", "", Optional.of("<b>odd</b>"), Optional.of("environment ODD"), true),
                        new Stated("retention-raw", "How long.", Optional.of("14d"), Optional.of("default"), false),
                        new Stated("prices-file", "The file.", Optional.empty(), Optional.empty(), false)),
                () -> now.minus(KEPT));
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(origin() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return checked("GET", path, client.send(request.build(), BodyHandlers.ofString()));
    }

    /// Whatever is answered has to be as the API describes itself.
    private HttpResponse<String> checked(String method, String path, HttpResponse<String> answer)
            throws IOException, InterruptedException {
        contract().check(method, path, answer);
        return answer;
    }

    private Contract contract() throws IOException, InterruptedException {
        if (contract.isEmpty()) {
            var request = HttpRequest.newBuilder(URI.create(origin() + ApiDescription.PATH));
            contract = Optional.of(Contract.of(
                    client.send(request.build(), BodyHandlers.ofString()).body()));
        }
        return contract.get();
    }

    HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return send("POST", path, body, "Content-Type", "application/json");
    }

    String origin() {
        return "http://127.0.0.1:" + server.port();
    }

    /// @param headers names and values
    HttpResponse<String> send(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(origin() + path))
                .method(method, BodyPublishers.ofString(body))
                .headers(headers)
                .build();
        return checked(method, path, client.send(request, BodyHandlers.ofString()));
    }

    /// Returns a page for comparing it: without the marks that change with each style sheet and script.
    String page(String path) throws IOException, InterruptedException {
        var answer = get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue("content-type")).hasValue("text/html; charset=utf-8");
        return VERSION.matcher(answer.body()).replaceAll("");
    }

    /// What an answer has under `data` for somebody.
    JsonNode data(String path, String authorization) throws IOException, InterruptedException {
        return json.readTree(get(path, "Authorization", authorization).body()).path("data");
    }

    /// What an answer has under `data`.
    JsonNode data(String path) throws IOException, InterruptedException {
        var answer = get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue("content-type")).hasValue("application/json");
        return json.readTree(answer.body()).path("data");
    }

    @Override
    public void close() {
        client.close();
        server.close();
        end.run();
    }
}
