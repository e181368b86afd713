package io.gpuledger.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.LinkedHashMap;
import org.junit.jupiter.api.Test;

class LandingPageTest {
    @Test
    void the_page_says_what_this_is_and_where_to_go() throws IOException, InterruptedException {
        var links = new LinkedHashMap<String, String>();
        links.put("/metrics", "What the GPUs do.");
        links.put("/healthz", "Whether this runs.");
        try (var http = new Exchange(routing -> LandingPage.add(routing, "gpu-exporter", "Reads GPUs.", links))) {
            var answer = http.ask("GET", "/");

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
            assertThat(answer.body())
                    .contains("<title>gpu-exporter</title>", "<h1>gpu-exporter</h1>", "<p>Reads GPUs.</p>")
                    .containsSubsequence(
                            "<tr><td><a href=\"/metrics\">/metrics</a></td><td>What the GPUs do.</td></tr>",
                            "<tr><td><a href=\"/healthz\">/healthz</a></td><td>Whether this runs.</td></tr>");
        }
    }

    @Test
    void what_is_put_in_is_text_and_never_html() throws IOException, InterruptedException {
        var links = new LinkedHashMap<String, String>();
        links.put("/a?b=\"1\"&c", "<i>it</i>");
        try (var http = new Exchange(routing -> LandingPage.add(routing, "<b>", "R&D, 100 %s", links))) {
            assertThat(http.ask("GET", "/").body())
                    .contains(
                            "<h1>&lt;b&gt;</h1>",
                            "<p>R&amp;D, 100 %s</p>",
                            "<a href=\"/a?b=&quot;1&quot;&amp;c\">/a?b=&quot;1&quot;&amp;c</a>",
                            "<td>&lt;i&gt;it&lt;/i&gt;</td>");
        }
    }

    @Test
    void the_page_stands_at_the_root_only() throws IOException, InterruptedException {
        try (var http = new Exchange(routing -> LandingPage.add(routing, "t", "s", new LinkedHashMap<>()))) {
            assertThat(http.ask("GET", "/?a=b").statusCode()).isEqualTo(200);
            assertThat(http.ask("GET", "/index.html").statusCode()).isEqualTo(404);
        }
    }
}
