package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Follows the pages of a list, from one to the next by what each says of it.
final class Walk {
    private static final Pattern NEXT = Pattern.compile("<(\\?.*)>; rel=\"next\"");

    interface Asking {
        HttpResponse<String> get(String path) throws Exception;
    }

    private Walk() {}

    /// Holds that pages of one row each are the whole list, in its order, and returns how long that is.
    ///
    /// @param query with what it begins, if not empty, as in `?by=team`
    static int ofPages(Asking site, String path, String query) throws Exception {
        var whole = data(site.get(path + query));
        var pages = new ArrayList<JsonNode>();
        var next = (query.isEmpty() ? "?" : query + "&") + "limit=1";
        while (!next.isEmpty()) {
            var answer = site.get(path + next);
            pages.add(data(answer));
            next = answer.headers().firstValue("link").map(Walk::target).orElse("");
            assertThat(next.isEmpty())
                    .isEqualTo(pages.getLast().path("next_page").isMissingNode());
        }
        assertThat(pages)
                .extracting(page -> page.path("count").asInt())
                .containsOnly(whole.path("count").asInt());
        assertThat(pages).hasSize(Math.max(1, whole.path("count").asInt()));
        var lists = whole.propertyStream()
                .filter(field -> field.getValue().isArray())
                .map(Map.Entry::getKey)
                .filter(name -> !all(pages, name).equals(all(List.of(whole), name)))
                .toList();
        assertThat(lists)
                .as("lists that are the same on each page")
                .allSatisfy(name -> assertThat(pages)
                        .allSatisfy(page -> assertThat(page.path(name)).isEqualTo(whole.path(name))));
        return whole.path("count").asInt();
    }

    private static JsonNode data(HttpResponse<String> answer) throws Exception {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new ObjectMapper().readTree(answer.body()).path("data");
    }

    private static List<JsonNode> all(List<JsonNode> pages, String list) {
        return pages.stream().flatMap(page -> page.path(list).valueStream()).toList();
    }

    private static String target(String link) {
        var found = NEXT.matcher(link);
        assertThat(found.matches()).as(link).isTrue();
        return found.group(1);
    }
}
