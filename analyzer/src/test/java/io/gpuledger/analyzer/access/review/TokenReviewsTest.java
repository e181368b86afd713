package io.gpuledger.analyzer.access.review;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.gpuledger.analyzer.access.Access;
import io.gpuledger.analyzer.access.Access.OfToken;
import io.gpuledger.analyzer.access.AccessRules;
import io.gpuledger.analyzer.access.AccessRules.OfSubject;
import io.gpuledger.analyzer.access.Grant;
import io.gpuledger.analyzer.access.Reviewer.Review;
import io.gpuledger.analyzer.access.Right;
import io.gpuledger.analyzer.access.Role;
import io.gpuledger.analyzer.access.Subject;
import io.gpuledger.service.auth.Token;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Against an API server that answers what it is told to.
@Timeout(120)
class TokenReviewsTest {
    private static final Token TOKEN = new Token("aaa.bbb.ccc");
    private static final String USER = "system:serviceaccount:monitoring:prometheus";
    private static final String YES = """
        {"kind":"TokenReview","apiVersion":"authentication.k8s.io/v1","status":{"authenticated":true,
        "user":{"username":"%s","uid":"1","groups":["system:serviceaccounts","system:authenticated"]}%s}}
        """;
    private static final String NO = """
        {"kind":"TokenReview","apiVersion":"authentication.k8s.io/v1","status":{"error":"invalid bearer token"}}
        """;

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private volatile int code = 201;
    private volatile String answer = NO;
    private Instant now = Instant.parse("2026-11-23T09:30:00Z");

    TokenReviewsTest() throws IOException {
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            var bytes = answer.getBytes(UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(code, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private TokenReviews reviews(Optional<String> audience) {
        var config = TokenReviews.impatient(new ConfigBuilder()
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .withNamespace("default"))
                .build();
        return new TokenReviews(
                new KubernetesClientBuilder().withConfig(config).build(), audience, new SimpleMeterRegistry());
    }

    private Review review(Optional<String> audience) {
        try (var reviews = reviews(audience)) {
            return reviews.of(TOKEN);
        }
    }

    @Test
    void the_api_server_says_whose_a_token_is() {
        answer = YES.formatted(USER, "");
        assertThat(review(Optional.empty()))
                .isEqualTo(new Review.Is(USER, Set.of("system:serviceaccounts", "system:authenticated")));
        assertThat(asked)
                .singleElement()
                .asString()
                .startsWith("POST /apis/authentication.k8s.io/v1/tokenreviews")
                .contains("\"token\":\"aaa.bbb.ccc\"");
    }

    @Test
    void a_token_that_it_does_not_know_is_nobodys() {
        assertThat(review(Optional.empty())).isEqualTo(Review.No.NOBODYS);
    }

    @Test
    void a_token_must_be_for_the_audience() {
        answer = YES.formatted(USER, ",\"audiences\":[\"gpu-ledger\"]");
        assertThat(review(Optional.of("gpu-ledger"))).isInstanceOf(Review.Is.class);
        assertThat(asked).last().asString().contains("\"audiences\":[\"gpu-ledger\"]");
        assertThat(review(Optional.of("another"))).isEqualTo(Review.No.NOBODYS);
        answer = YES.formatted(USER, "");
        assertThat(review(Optional.of("gpu-ledger")))
                .as("whoever answers knows of no audiences")
                .isEqualTo(Review.No.NOBODYS);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404, 429, 500, 503})
    void a_refusal_is_no_yes(int refused) {
        code = refused;
        answer = YES.formatted(USER, "");
        assertThat(review(Optional.empty())).isInstanceOf(Review.Unsaid.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[]",
                "nonsense",
                "{\"kind\":\"TokenReview\",\"status\":{\"user\":{\"username\":\"x\"}}}",
                "{\"kind\":\"TokenReview\",\"status\":{\"authenticated\":true}}",
                "{\"kind\":\"TokenReview\",\"status\":{\"authenticated\":true,\"user\":{\"username\":\"\"}}}"
            })
    void a_strange_answer_is_no_yes(String text) {
        answer = text;
        assertThat(review(Optional.empty())).isNotInstanceOf(Review.Is.class);
    }

    @Test
    void an_api_server_that_is_away_is_no_yes() {
        server.stop(0);
        assertThat(review(Optional.empty())).isInstanceOf(Review.Unsaid.class);
    }

    @Test
    void an_answer_holds_for_a_moment_and_no_longer() {
        answer = YES.formatted(USER, "");
        try (var reviews = reviews(Optional.empty())) {
            var recent = new RecentReviews(reviews, () -> now);
            for (var i = 0; i < 5; i++) {
                assertThat(recent.of(TOKEN)).isInstanceOf(Review.Is.class);
            }
            assertThat(asked).hasSize(1);
            answer = NO;
            now = now.plus(Duration.ofSeconds(61));
            assertThat(recent.of(TOKEN)).isEqualTo(Review.No.NOBODYS);
            assertThat(recent.of(TOKEN)).isEqualTo(Review.No.NOBODYS);
            assertThat(asked).hasSize(2);
            answer = YES.formatted(USER, "");
            now = now.plus(Duration.ofSeconds(11));
            assertThat(recent.of(TOKEN)).isInstanceOf(Review.Is.class);
        }
    }

    @Test
    void that_it_was_not_said_is_asked_again() {
        code = 503;
        try (var reviews = reviews(Optional.empty())) {
            var recent = new RecentReviews(reviews, () -> now);
            assertThat(recent.of(TOKEN)).isInstanceOf(Review.Unsaid.class);
            code = 201;
            answer = YES.formatted(USER, "");
            assertThat(recent.of(TOKEN)).isInstanceOf(Review.Is.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"guess", "a.b", "a.b.c.d", "a b.c.d", "ä.b.c"})
    void what_is_no_token_of_a_service_account_is_not_asked_about(String word) {
        try (var reviews = reviews(Optional.empty())) {
            assertThat(new RecentReviews(reviews, () -> now).of(new Token(word)))
                    .isEqualTo(Review.No.NOBODYS);
            assertThat(asked).isEmpty();
        }
    }

    @Test
    void no_number_of_guesses_is_kept() {
        try (var reviews = reviews(Optional.empty())) {
            var recent = new RecentReviews(reviews, () -> now);
            answer = YES.formatted(USER, "");
            recent.of(TOKEN);
            answer = NO;
            for (var i = 0; i < 1_100; i++) {
                recent.of(new Token("a.b.c" + i));
            }
            recent.of(TOKEN);
            assertThat(asked).hasSize(1_101);
        }
    }

    @Test
    void a_subject_has_the_role_of_its_line() {
        var rules = new AccessRules(
                Map.of(),
                List.of(),
                List.of(new OfSubject(new Subject.Group("system:serviceaccounts"), Grant.of(Role.SCRAPER))));
        try (var reviews = reviews(Optional.empty())) {
            var access = new Access(Optional.of(rules), reviews, () -> now);
            answer = YES.formatted(USER, "");
            assertThat(access.of(TOKEN)).isInstanceOfSatisfying(OfToken.Is.class, its -> {
                assertThat(its.viewer().name()).isEqualTo(USER);
                assertThat(its.viewer().may(Right.SCRAPE)).isTrue();
                assertThat(its.viewer().may(Right.READ)).isFalse();
            });
            answer = NO;
            assertThat(access.of(TOKEN)).isInstanceOf(OfToken.Wrong.class);
            code = 500;
            assertThat(access.of(TOKEN)).isInstanceOf(OfToken.Unsaid.class);
        }
    }
}
