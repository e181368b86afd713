package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.web.WaitingPage.Asked;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Lets people choose a cluster and a team that the page is about.
///
/// @param clusters that there are
record WaitingForm(Asked asked, List<String> clusters) {
    Node node() {
        var fields = new ArrayList<Node>();
        if (clusters.size() > 1 || asked.cluster().isPresent()) {
            fields.add(TimeForm.field("Cluster", choice()));
        }
        fields.add(TimeForm.field(
                "Team",
                Element.of("input")
                        .with("name", WaitingEndpoint.TEAM.name())
                        .with("placeholder", "all")
                        .with("value", asked.team().orElse(""))));
        if (asked.isSlow()) {
            fields.add(Element.of("input")
                    .with("type", "hidden")
                    .with("name", WaitingEndpoint.MOVES.name())
                    .with("value", "1"));
        }
        fields.add(Element.of("button", "Show").with("type", "submit"));
        return Element.of("div", Element.of("form", fields).with("action", "waiting"))
                .with("class", "time");
    }

    private Element choice() {
        var options = new ArrayList<Node>();
        options.add(option("", "all", asked.cluster().isEmpty()));
        for (var name : clusters) {
            options.add(option(name, name, asked.cluster().equals(Optional.of(name))));
        }
        asked.cluster()
                .filter(name -> !clusters.contains(name))
                .ifPresent(name -> options.add(option(name, name, true)));
        return Element.of("select", options).with("name", WaitingEndpoint.CLUSTER.name());
    }

    private static Element option(String value, String words, boolean isChosen) {
        var option = Element.of("option", words).with("value", value);
        return isChosen ? option.with("selected", "") : option;
    }
}
