package io.gpuledger.analyzer.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.access.AccessFile;
import io.gpuledger.analyzer.access.Deed;
import io.gpuledger.analyzer.access.Reviewer;
import io.gpuledger.analyzer.access.Reviewer.Review;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.service.auth.Token;
import io.gpuledger.service.http.PlainPage;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Signing in and out as a browser does.
@Timeout(300)
class SignInTest {
    private static final Token OF_ACCOUNT = new Token("a.b.c");

    @TempDir
    Path folder;

    private volatile Review review = new Review.Is("system:serviceaccount:a:b", Set.of());
    private Site open;
    private Site site;
    private Guarded guarded;

    @BeforeEach
    void start() throws Exception {
        open = Site.ofFixedBooks();
        Reviewer reviewer = token -> token.equals(OF_ACCOUNT) ? review : Review.No.NOBODYS;
        guarded = new Guarded(folder, FixedBooks.NOW, reviewer);
        site = guarded.behind(open);
    }

    @AfterEach
    void close() {
        site.close();
        open.close();
    }

    private HttpResponse<String> send(String form, String... headers) throws Exception {
        var all = new java.util.ArrayList<>(
                List.of("Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "same-origin"));
        all.addAll(List.of(headers));
        return site.send("POST", "/sign-in", form, all.toArray(String[]::new));
    }

    private static String cookie(HttpResponse<String> answer) {
        return answer.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
    }

    private String signedIn(String form) throws Exception {
        return cookie(send(form));
    }

    private int status(String path, String cookie) throws Exception {
        return site.get(path, "Cookie", cookie).statusCode();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/findings", "/reports?week=2026-W47", "/unheard-of"})
    void a_browser_at_a_page_is_sent_to_sign_in_and_back(String path) throws Exception {
        var sent = site.get(path, "Accept", "text/html,application/xhtml+xml");
        assertThat(sent.statusCode()).isEqualTo(303);
        assertThat(sent.headers().firstValue("Location").orElseThrow()).startsWith("./sign-in");
        assertThat(sent.headers().firstValue("WWW-Authenticate")).isEmpty();

        var next = java.net.URLEncoder.encode(path, java.nio.charset.StandardCharsets.UTF_8);
        var page = site.get("/sign-in?next=" + next);
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("name=\"next\" value=\"" + path + "\"", "type=\"password\"");

        var back = send("user=anna&password=anna-pw&next=" + next);
        assertThat(back.statusCode()).isEqualTo(303);
        assertThat(back.headers().firstValue("Location")).hasValue("." + path);
    }

    @Test
    void a_program_is_told_how_to_say_who_it_is() throws Exception {
        var html = site.get("/api/v1/ledger", "Accept", "text/html");
        assertThat(html.statusCode()).isEqualTo(401);
        assertThat(html.headers().firstValue("WWW-Authenticate").orElseThrow()).contains("Basic", "Bearer");
        var script = site.get("/api/v1/ledger", "Sec-Fetch-Mode", "cors");
        assertThat(script.headers().firstValue("WWW-Authenticate"))
                .as("a page of ours whose session is over has no password asked for")
                .hasValue("Bearer");
    }

    @Test
    void a_session_is_kept_from_scripts_and_from_other_sites() throws Exception {
        var given = send("user=anna&password=anna-pw")
                .headers()
                .firstValue("Set-Cookie")
                .orElseThrow();
        assertThat(given).matches("gpu-ledger-session=[\\w-]{43}; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict");
        var overTls = send("user=anna&password=anna-pw", "X-Forwarded-Proto", "https")
                .headers()
                .firstValue("Set-Cookie")
                .orElseThrow();
        assertThat(overTls).startsWith("__Host-gpu-ledger-session=").endsWith("; Secure");
        for (var said : List.of("https", "https, http", "HTTPS")) {
            assertThat(site.get("/findings", "Cookie", overTls.replaceFirst(";.*", ""), "X-Forwarded-Proto", said)
                            .statusCode())
                    .as(said)
                    .isEqualTo(200);
        }
    }

    @Test
    void a_session_has_the_role_of_who_signed_in() throws Exception {
        var vera = signedIn("user=vera&password=vera-pw");
        assertThat(status("/api/v1/ledger", vera)).isEqualTo(200);
        assertThat(status("/api/v1/stranded", vera)).isEqualTo(404);
        assertThat(site.get("/api/v1/ledger", "Cookie", vera).body()).doesNotContain("speech");
        var token = signedIn("token=" + Guarded.OF_VISION.reveal());
        assertThat(site.get("/api/v1/ledger", "Cookie", token).body())
                .isEqualTo(site.get("/api/v1/ledger", "Cookie", vera).body());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "user=anna",
                "user=anna&password=",
                "user=anna&password=bob-pw",
                "user=nobody&password=anna-pw",
                "user=&password=",
                "token=unheard-of",
                "token=a-token-of-last-year",
                "token=%00",
                "user=%00&password=%ff",
                "user=<script>&password=x"
            })
    void nobody_is_let_in_by_a_guess(String form) throws Exception {
        var refused = send(form);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(refused.body()).contains("Nobody is known by that.").doesNotContain("<script>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"user=uma&password=uma-pw", "user=sam&password=sam-pw", "token=a-token-of-prometheus"})
    void who_reads_nothing_has_no_session(String form) throws Exception {
        var refused = send(form);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(refused.body()).contains("has no role that reads anything");
    }

    @Test
    void a_page_from_elsewhere_signs_nobody_in_or_out() throws Exception {
        var form = "user=anna&password=anna-pw";
        assertThat(site.send("POST", "/sign-in", form, "Sec-Fetch-Site", "cross-site")
                        .statusCode())
                .isEqualTo(403);
        assertThat(site.send("POST", "/sign-in", form, "Origin", "https://evil.example")
                        .statusCode())
                .isEqualTo(403);
        var session = signedIn(form);
        assertThat(site.send("POST", "/sign-out", "", "Cookie", session, "Sec-Fetch-Site", "cross-site")
                        .statusCode())
                .isEqualTo(403);
        assertThat(status("/findings", session)).isEqualTo(200);
        assertThat(site.get("/sign-out", "Cookie", session).statusCode()).isEqualTo(405);
    }

    @Test
    void a_session_that_is_ended_lets_in_no_more() throws Exception {
        var session = signedIn("user=anna&password=anna-pw");
        var other = signedIn("user=anna&password=anna-pw");
        var out = site.send("POST", "/sign-out", "", "Cookie", session, "Sec-Fetch-Site", "same-origin");
        assertThat(out.headers().firstValue("Location")).hasValue("./sign-in");
        assertThat(out.headers().firstValue("Set-Cookie").orElseThrow()).contains("Max-Age=0");
        assertThat(status("/api/v1/now", session)).isEqualTo(401);
        assertThat(status("/api/v1/ledger", other)).isEqualTo(200);
    }

    @Test
    void what_changes_something_by_a_session_comes_from_a_page_of_ours_and_says_so() throws Exception {
        var session = signedIn("user=anna&password=anna-pw");
        assertThat(mute("Cookie", session)).isEqualTo(403);
        assertThat(mute("Cookie", session, "Sec-Fetch-Site", "same-site")).isEqualTo(403);
        assertThat(mute("Cookie", session, "Sec-Fetch-Site", "cross-site")).isEqualTo(403);
        assertThat(mute("Cookie", session, "Origin", "null")).isEqualTo(403);
        assertThat(mute("Cookie", session, "Sec-Fetch-Site", "same-origin")).isEqualTo(303);
        assertThat(mute("Cookie", session, "Origin", site.origin())).isEqualTo(303);
        assertThat(mute("Authorization", Guarded.basic("anna")))
                .as("a program says nothing")
                .isEqualTo(303);
    }

    private int mute(String... headers) throws Exception {
        return site.send("POST", "/findings/mute", "scope=cluster&cluster=east&minutes=60&who=ann&reason=x", headers)
                .statusCode();
    }

    @Test
    void a_session_ends_with_what_it_was_opened_by() throws Exception {
        var anna = signedIn("user=anna&password=anna-pw");
        var token = signedIn("token=" + Guarded.OF_VISION.reveal());
        var account = signedIn("token=" + OF_ACCOUNT.reveal());
        assertThat(List.of(status("/reports", anna), status("/reports", token), status("/reports", account)))
                .containsOnly(200);
        var rules = AccessFile.open(Files.writeString(folder.resolve("new.yml"), "users: {bob: {role: viewer}}")
                .toString());
        review = Review.No.NOBODYS;
        guarded.access.replace(rules.atStart());
        assertThat(status("/reports", anna)).isEqualTo(403);
        assertThat(status("/reports", token)).isEqualTo(401);
        assertThat(status("/reports", account)).isEqualTo(401);
    }

    @Test
    void where_it_cannot_be_found_out_who_asks_nobody_is_let_in() throws Exception {
        var account = signedIn("token=" + OF_ACCOUNT.reveal());
        review = new Review.Unsaid("the API server does not say whose it is");
        var away = site.get("/api/v1/ledger", "Authorization", Guarded.bearer(OF_ACCOUNT));
        assertThat(away.statusCode()).isEqualTo(503);
        assertThat(away.headers().firstValue("Retry-After")).isPresent();
        assertThat(away.body())
                .contains("the API server does not say whose it is")
                .doesNotContain("a.b.c");
        assertThat(status("/reports", account)).isEqualTo(503);
        assertThat(send("token=" + OF_ACCOUNT.reveal()).statusCode()).isEqualTo(503);
        assertThat(site.get("/api/v1/ledger", "Authorization", Guarded.basic("bob"))
                        .statusCode())
                .as("others are known without it")
                .isEqualTo(200);
    }

    @Test
    void what_a_program_says_counts_before_its_session() throws Exception {
        var anna = signedIn("user=anna&password=anna-pw");
        assertThat(site.get("/api/v1/ledger", "Cookie", anna, "Authorization", "Bearer unheard-of")
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void a_password_that_a_browser_still_sends_does_not_end_its_session() throws Exception {
        var anna = signedIn("user=anna&password=anna-pw");
        var old = "Basic " + Base64.getEncoder().encodeToString("anna:of-last-year".getBytes(UTF_8));

        assertThat(site.get("/findings", "Cookie", anna, "Authorization", old).statusCode())
                .isEqualTo(200);
        assertThat(site.get("/findings", "Cookie", "gpu-ledger-session=x", "Authorization", old)
                        .statusCode())
                .isEqualTo(401);
        var guess = "Basic " + Base64.getEncoder().encodeToString("bob:a-guess".getBytes(UTF_8));
        assertThat(site.get("/findings", "Cookie", anna, "Authorization", guess).statusCode())
                .as("who sends the password of another guesses")
                .isEqualTo(401);
        assertThat(site.send("POST", "/findings/mute", "", "Cookie", anna, "Authorization", old)
                        .statusCode())
                .as("what changes something by a session has to come from a page of ours")
                .isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gpu-ledger-session=",
                "gpu-ledger-session=unheard-of",
                "gpu-ledger-session",
                ";;;===",
                "__Host-gpu-ledger-session=x",
                "gpu-ledger-session=x; gpu-ledger-session=y"
            })
    void a_cookie_that_names_no_session_lets_nobody_in(String cookie) throws Exception {
        assertThat(status("/api/v1/ledger", cookie)).isEqualTo(401);
    }

    @Test
    void what_people_do_is_noted_without_any_secret() throws Exception {
        var session = signedIn("user=anna&password=anna-pw");
        send("user=anna&password=anna-wrong");
        send("user=my-secret-password&password=");
        mute("Cookie", session, "Sec-Fetch-Site", "same-origin");
        site.get("/api/v1/audit", "Authorization", Guarded.basic("bob"));
        site.get("/api/v1/ledger?x=secret", "Authorization", Guarded.bearer(Guarded.EXPIRED));
        site.get("/api/v1/ledger", "Authorization", Guarded.basic("bob"));

        assertThat(guarded.deeds)
                .extracting(Deed::who, Deed::what, Deed::outcome)
                .containsExactly(
                        org.assertj.core.api.Assertions.tuple("anna", "signs in", "done"),
                        org.assertj.core.api.Assertions.tuple("user anna", "signs in", "refused"),
                        org.assertj.core.api.Assertions.tuple("an unknown user", "signs in", "refused"),
                        org.assertj.core.api.Assertions.tuple(
                                "anna",
                                "POST /findings/mute {scope=cluster, cluster=east, minutes=60, who=ann, reason=x}",
                                "done"),
                        org.assertj.core.api.Assertions.tuple("bob", "GET /api/v1/audit", "refused"),
                        org.assertj.core.api.Assertions.tuple("the token old has expired", "asks", "refused"));
        assertThat(guarded.deeds)
                .allSatisfy(deed -> assertThat(deed.toString()).doesNotContain("-pw", "secret", "wrong"))
                .allSatisfy(deed -> assertThat(deed.from()).isEqualTo("127.0.0.1"));
    }

    @Test
    void every_answer_says_what_a_page_may_do() throws Exception {
        for (var path : List.of("/", "/api/v1/ledger", "/sign-in", "/unheard-of", "/metrics", "/api/v1/ledger?x=y")) {
            for (var who : List.of(Guarded.basic("anna"), Guarded.basic("vera"), "Bearer unheard-of")) {
                var headers = site.get(path, "Authorization", who).headers();
                assertThat(headers.firstValue("Content-Security-Policy").orElseThrow())
                        .as(path)
                        .isEqualTo("default-src 'none'; style-src 'self' " + PlainPage.styleSource()
                                + "; img-src 'self' data:; script-src 'self'; connect-src 'self'; form-action 'self';"
                                + " base-uri 'none'; frame-ancestors 'none'");
                assertThat(headers.firstValue("X-Content-Type-Options")).hasValue("nosniff");
                assertThat(headers.firstValue("Referrer-Policy")).hasValue("same-origin");
                assertThat(headers.firstValue("X-Frame-Options")).hasValue("DENY");
            }
        }
        var nothing = site.get("/unheard-of", "Authorization", Guarded.basic("anna"), "Accept", "text/html")
                .body();
        var style = nothing.substring(nothing.indexOf("<style>") + 7, nothing.indexOf("</style>"));
        assertThat(PlainPage.styleSource())
                .isEqualTo("'sha256-%s'"
                        .formatted(Base64.getEncoder()
                                .encodeToString(
                                        MessageDigest.getInstance("SHA-256").digest(style.getBytes(UTF_8)))));
        var letter = site.get("/reports/vision/2026-W47", "Authorization", Guarded.basic("anna"));
        assertThat(letter.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("style-src 'self' 'unsafe-inline'", "sandbox allow-same-origin")
                .doesNotContain("script-src");
    }
}
