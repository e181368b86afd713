package io.gpuledger.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.LogLines;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it listens to a logger that all of the process share")
class ProblemTest {
    private static final Problem BAD = Problem.of(
            Status.BAD_REQUEST_400, List.of(Fault.of("limit", "\"<1>\"\n\\ \uD800"), Fault.of("unknown parameter x")));
    private static final Problem TIRED =
            Problem.of(Status.SERVICE_UNAVAILABLE_503, "Not now.").retry(Duration.ofMillis(9_100));

    private final Exchange http = new Exchange(ProblemTest::route);

    @AfterEach
    void stop() {
        http.close();
    }

    private static void route(HttpRouting.Builder routing) {
        Get.route(routing, "/api/bad", BAD::send);
        Get.route(routing, "/bad", BAD::send);
        Get.route(routing, "/tired", (_, _) -> {
            throw new ProblemException(TIRED);
        });
        Get.route(routing, "/broken", (_, _) -> {
            throw new IllegalStateException("a secret of the program");
        });
    }

    private HttpResponse<String> ask(String method, String path, String accept)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(http.request(method, path), (_, _) -> true)
                .header("Accept", accept)
                .build();
        return http.client().send(request, BodyHandlers.ofString());
    }

    @Test
    void a_program_is_told_in_json_all_that_is_wrong() throws IOException, InterruptedException {
        var answer = http.ask("GET", "/api/bad");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.body()).isEqualTo("""
            {"type":"about:blank","title":"Bad Request","status":400,\
            "detail":"limit: \\"<1>\\"\\n\\\\ \\ud800; unknown parameter x",\
            "errors":[{"parameter":"limit","detail":"\\"<1>\\"\\n\\\\ \\ud800"},{"detail":"unknown parameter x"}]}
            """);
    }

    @Test
    void a_browser_is_shown_a_page_that_says_what_to_do_next() throws IOException, InterruptedException {
        var answer = ask("GET", "/bad", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
        assertThat(answer.body())
                .contains("<h1>Bad Request</h1>", "<li>limit: &quot;&lt;1&gt;&quot;", "<li>unknown parameter x</li>")
                .contains("begin again at the first page", "<a href=\"./\">");
        assertThat(ask("GET", "/tired", "text/html").body()).contains("Not now.", "Try again in 10 s.");
    }

    @Test
    void of_the_api_a_browser_is_shown_what_programs_are_told() throws IOException, InterruptedException {
        assertThat(ask("GET", "/api/bad", "text/html").headers().firstValue("Content-Type"))
                .hasValue("application/problem+json");
        assertThat(ask("GET", "/api/nothing", "text/html").body())
                .startsWith("{")
                .contains("\"status\":404");
    }

    @Test
    void what_nobody_serves_is_a_problem_as_well() throws IOException, InterruptedException {
        var answer = http.ask("GET", "/nothing");

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("\"title\":\"Not Found\"", "Nothing is at /nothing.");
        assertThat(ask("GET", "/nothing", "text/html").body()).contains("<h1>Not Found</h1>");
        assertThat(ask("GET", "/nothing/below/it", "text/html").body()).contains("<a href=\"../../\">");
    }

    @Test
    void it_says_when_to_ask_again() throws IOException, InterruptedException {
        assertThat(http.ask("GET", "/tired").headers().firstValue("Retry-After"))
                .hasValue("10");
        assertThat(http.ask("GET", "/bad").headers().firstValue("Retry-After")).isEmpty();
    }

    @Test
    void to_head_it_goes_without_its_body() throws IOException, InterruptedException {
        var answer = http.ask("HEAD", "/nothing");

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.headers().firstValueAsLong("Content-Length"))
                .hasValue(http.ask("GET", "/nothing").body().length());
        assertThat(http.ask("GET", "/nothing").statusCode()).isEqualTo(404);
    }

    @Test
    void what_nobody_foresaw_is_logged_and_not_told() throws IOException, InterruptedException {
        try (var lines = LogLines.of(Problems.class)) {
            var answer = http.ask("GET", "/broken");

            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body()).contains("\"status\":500").doesNotContain("secret");
            assertThat(lines.lines()).singleElement().asString().contains("/broken has failed");
        }
    }
}
