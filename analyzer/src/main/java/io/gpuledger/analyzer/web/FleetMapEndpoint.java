package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.books.Present;
import io.gpuledger.analyzer.store.gpus.NodePlaces;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Form.Html;
import io.gpuledger.analyzer.web.api.Outcome;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Outcome.NotYet;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.page.Frame;
import io.gpuledger.analyzer.web.page.Link;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/// Declares `/api/v1/fleet`, and the page that draws it.
final class FleetMapEndpoint {
    static final String PATH = "/fleet";

    private final Supplier<Present> present;
    private final NodePlaces places;

    FleetMapEndpoint(Supplier<Present> present, NodePlaces places) {
        this.present = present;
        this.places = places;
    }

    Endpoint<?, ?> api() {
        return new Endpoint<>(
                "/api/v1/fleet",
                "what each GPU is now, node by node: what the map of the fleet is drawn of",
                Question.of(FleetMapParameters.OF_API, FleetMapParameters::ofApi),
                Document.of(FleetMapAnswer.SHAPE),
                this::answer);
    }

    /// @param links where the foot of the page leads to
    Endpoint<?, ?> page(List<Link> links, InstantSource clock) {
        return new Endpoint<>(
                PATH,
                "every GPU as a cell of a map, for people",
                Question.of(FleetMapParameters.OF_PAGE, FleetMapParameters::ofPage),
                new Html<FleetMapPage>(
                        (page, viewer) -> Frame.of(PATH, links, viewer).around(page.node())),
                asked -> new Answered<>(new FleetMapPage(asked, map(asked), clock.instant())));
    }

    private Outcome<FleetMap> answer(FleetMapParameters asked) {
        var map = map(asked);
        return map.at().equals(Instant.EPOCH)
                ? new NotYet<>("the present is not known yet: it is found out with the first books")
                : new Answered<>(map);
    }

    private FleetMap map(FleetMapParameters asked) {
        var now = present.get();
        var entries = now.entries().stream().filter(asked.isEntry()).toList();
        return FleetMap.of(now.at(), entries, places.now(), asked.isNode());
    }
}
