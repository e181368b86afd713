package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.questions.Hits;
import io.gpuledger.analyzer.store.questions.SearchTables;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Form.Html;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Parameter.Required;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Reading;
import io.gpuledger.analyzer.web.api.Schema;
import io.gpuledger.analyzer.web.page.Frame;
import io.gpuledger.analyzer.web.page.Link;
import java.time.InstantSource;
import java.util.List;

/// Declares `/api/v1/search`, and the page that the field at the head of all pages leads to.
final class SearchEndpoint {
    static final String PATH = "/search";

    /// No name of Kubernetes is longer, nor a namespace, a slash and a name.
    private static final int LENGTH_MAX = 320;

    private static final Reading<String> PART = new Reading<>(Schema.Plain.TEXT, SearchEndpoint::part);
    private static final String MEANING =
            "A part of a name or a UUID, in small or capital letters. Pods and workloads are"
                    + " found by `namespace/name`, too.";
    private static final Required<String> OF_API =
            new Required<>("q", PART, "", "as `q=train` finds what has `train` in its name", MEANING);
    private static final One<String> OF_PAGE = new One<>("q", PART, "", "nothing is looked for", MEANING);

    private SearchEndpoint() {}

    static Endpoint<?, ?> api(SearchTables tables, InstantSource clock) {
        return new Endpoint<>(
                "/api/v1/search",
                "which GPUs, nodes, pods, workloads, teams and namespaces have a text in their name",
                Question.of(List.of(OF_API), asked -> asked.get(OF_API)),
                Document.of(SearchAnswer.SHAPE),
                part -> new Answered<>(answer(part, tables, clock.millis())));
    }

    /// @param links where the foot of the page leads to
    static Endpoint<?, ?> page(SearchTables tables, List<Link> links, InstantSource clock) {
        return new Endpoint<>(
                PATH,
                "what has a text in its name, for people",
                Question.of(List.of(OF_PAGE), asked -> asked.get(OF_PAGE)),
                new Html<SearchAnswer>((answer, viewer) -> Frame.of(PATH, links, viewer)
                        .around("Search", new SearchPage(answer.part(), answer.hits()).node())),
                part -> new Answered<>(answer(part, tables, clock.millis())));
    }

    private static String part(String text) {
        if (text.length() > LENGTH_MAX) {
            throw new IllegalArgumentException("must have up to %d characters".formatted(LENGTH_MAX));
        }
        return text.strip();
    }

    private static SearchAnswer answer(String part, SearchTables tables, long now) {
        return new SearchAnswer(part, part.isEmpty() ? Hits.NONE : tables.find(part, now));
    }
}
