package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.health.Subject;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.store.findings.Mute;
import io.gpuledger.analyzer.store.findings.StoredFinding;
import java.util.ArrayList;
import java.util.List;

/// The forms by which people say that they have seen to a finding, or take that back. They need no script.
final class MuteForms {
    /// Names the field that says which of the others count.
    static final String SCOPE = "scope";
    /// Names the field with the number of a mute.
    static final String ID = "id";

    private MuteForms() {}

    static Node toMute(StoredFinding stored) {
        var form = Element.of(
                        "form",
                        Node.of(hidden(stored)),
                        label("Mute", scopes(stored)),
                        label("for", minutes()),
                        label("Your name", text("who", "name")),
                        label("Why", text("reason", "off")),
                        Element.of("button", "Mute").with("type", "submit"))
                .with("method", "post")
                .with("action", "findings/mute");
        return Element.of("details", Element.of("summary", "Seen to it?"), form);
    }

    static Node toEnd(Mute mute) {
        return Element.of(
                        "form",
                        input("hidden", ID, String.valueOf(mute.id())),
                        Element.of("button", "End").with("type", "submit"))
                .with("method", "post")
                .with("action", "findings/unmute");
    }

    private static List<Node> hidden(StoredFinding stored) {
        var finding = stored.finding();
        var inputs = new ArrayList<Node>(List.of(
                input("hidden", "cluster", finding.key().subject().cluster()),
                input("hidden", "node", finding.node()),
                input("hidden", "kind", finding.key().kind().word())));
        if (finding.key().subject() instanceof Subject.OfUnit(var unit)) {
            inputs.add(input("hidden", "gpu", unit.gpu()));
        }
        return inputs;
    }

    private static Element scopes(StoredFinding stored) {
        var kind = stored.finding().key().kind().word();
        var options = new ArrayList<Node>();
        switch (stored.finding().key().subject()) {
            case Subject.OfUnit _ -> {
                options.add(option("cluster,gpu,kind", kind + " of this GPU"));
                options.add(option("cluster,gpu", "all of this GPU"));
                options.add(option("cluster,node,kind", kind + " on this node"));
            }
            case Subject.OfNode _ -> options.add(option("cluster,node,kind", kind + " of this node"));
        }
        options.add(option("cluster,node", "all on this node"));
        options.add(option("cluster,kind", kind + " in this cluster"));
        return Element.of("select", options).with("name", SCOPE);
    }

    private static Element minutes() {
        return Element.of(
                        "select",
                        option("240", "4 hours"),
                        option("1440", "a day"),
                        option("10080", "a week"),
                        option("43200", "30 days"),
                        option("129600", "90 days"))
                .with("name", "minutes");
    }

    private static Element option(String value, String words) {
        return Element.of("option", words).with("value", value);
    }

    private static Element text(String name, String autocomplete) {
        return input("text", name, "")
                .with("required", "")
                .with("maxlength", "500")
                .with("autocomplete", autocomplete);
    }

    private static Element input(String type, String name, String value) {
        return Element.of("input").with("type", type).with("name", name).with("value", value);
    }

    private static Element label(String words, Element input) {
        return Element.of("label", Node.text(words + " "), input);
    }
}
