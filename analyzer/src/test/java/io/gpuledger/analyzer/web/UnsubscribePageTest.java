package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.store.outbox.ExemptionTables;
import io.gpuledger.analyzer.store.outbox.ExemptionTables.Exemption;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.service.http.HttpServer;
import io.gpuledger.service.http.HttpSettings;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Address;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class UnsubscribePageTest {
    private static final Instant NOW = Instant.parse("2026-11-24T08:00:00Z");
    private static final String TOKEN = "0123456789abcdef".repeat(3);

    private final TestDatabase test = TestDatabase.plain();
    private final Database database = test.migrated();
    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpServer server = HttpServer.start(
            HttpSettings.at(new Address("127.0.0.1", 0)),
            new Reloads(Duration.ZERO, InstantSource.system()),
            routing -> new UnsubscribePage(database, InstantSource.fixed(NOW)).add(routing));

    UnsubscribePageTest() throws Exception {}

    @BeforeEach
    void write() throws Exception {
        test.execute("""
            insert into gpu_ledger.letter (
                written, week, edition, troubles, message_id, token, subject, html, body, table_name, table_csv)
            values (now(), '2026-11-16', '<b>vision</b>', '{}', '<x@y>', '%s', 's', 'h', 'b', 't.csv', 'c')
            """.formatted(TOKEN));
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        database.close();
        test.close();
    }

    private HttpResponse<String> ask(String method, String path) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .method(method, BodyPublishers.ofString("List-Unsubscribe=One-Click"));
        return client.send(request.build(), BodyHandlers.ofString());
    }

    @Test
    void the_link_of_a_letter_shows_whose_it_is_and_changes_nothing() throws Exception {
        var page = ask("GET", "/unsubscribe?letter=" + TOKEN);
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body())
                .contains("team &lt;b&gt;vision&lt;/b&gt;")
                .contains("action=\"unsubscribe?letter=" + TOKEN + "\"")
                .doesNotContain("<b>");
        assertThat(page.headers().firstValue("Referrer-Policy")).hasValue("same-origin");
        assertThat(new ExemptionTables(database).all()).isEmpty();
    }

    @Test
    void one_click_has_the_team_get_no_more_letters_and_a_second_changes_nothing() throws Exception {
        for (var i = 0; i < 2; i++) {
            assertThat(ask("POST", "/unsubscribe?letter=" + TOKEN).statusCode()).isEqualTo(200);
        }
        assertThat(new ExemptionTables(database).all().values())
                .containsExactly(
                        new Exemption("<b>vision</b>", NOW, "a reader", "by the link of the letter of 2026-W47"));
    }

    @Test
    void a_link_of_no_letter_leads_nowhere() throws Exception {
        for (var query : new String[] {"", "?letter=", "?letter=' or true", "?letter=" + TOKEN.replace('0', '1')}) {
            assertThat(ask("POST", "/unsubscribe" + query.replace(" ", "%20")).statusCode())
                    .isEqualTo(404);
        }
        assertThat(new ExemptionTables(database).all()).isEmpty();
    }

    @Test
    void a_database_that_is_away_is_said_to_be() throws Exception {
        database.close();
        assertThat(ask("POST", "/unsubscribe?letter=" + TOKEN).statusCode()).isEqualTo(503);
    }
}
