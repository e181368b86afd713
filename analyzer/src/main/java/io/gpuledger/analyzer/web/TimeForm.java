package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.page.Address;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Lets people choose the time that a page is about. All that they choose stands in the address of the page.
///
/// @param path of the page, as it leads there from itself
/// @param kept what else stands in the address, by the names of parameters
/// @param links what the addresses of choices have besides
record TimeForm(
        String path,
        Span shown,
        List<RecentTime> choices,
        Optional<RecentTime> chosen,
        Map<String, String> kept,
        Map<String, String> links) {
    TimeForm {
        choices = List.copyOf(choices);
        kept = new LinkedHashMap<>(kept);
        links = new LinkedHashMap<>(links);
    }

    TimeForm(String path, Span shown, List<RecentTime> choices, Optional<RecentTime> chosen, Map<String, String> kept) {
        this(path, shown, choices, chosen, kept, kept);
    }

    /// The same, of which a field of the form says something that links have to say too.
    TimeForm keeping(Map<String, String> more) {
        var all = new LinkedHashMap<>(links);
        all.putAll(more);
        return new TimeForm(path, shown, choices, chosen, kept, all);
    }

    /// @param more further fields of the form
    Node node(Node... more) {
        var choosing = new ArrayList<Node>();
        for (var choice : choices) {
            var link = Element.of("a", choice.words()).with("href", address(choice));
            choosing.add(chosen.filter(choice::equals).isPresent() ? link.with("aria-current", "true") : link);
        }
        var fields = new ArrayList<Node>();
        kept.forEach((name, value) -> fields.add(
                Element.of("input").with("type", "hidden").with("name", name).with("value", value)));
        fields.add(field(Hours.FROM, "From", shown.from()));
        fields.add(field(Hours.TO, "to", shown.to()));
        fields.addAll(List.of(more));
        fields.add(Element.of("button", "Show").with("type", "submit"));
        return Element.of(
                        "div",
                        Element.of("span", choosing).with("class", "choices"),
                        Element.of("form", fields).with("action", path))
                .with("class", "time");
    }

    private static Node field(Parameter parameter, String label, long millis) {
        return field(
                label,
                Element.of("input")
                        .with("name", parameter.name())
                        .with("size", "20")
                        .with("value", Instant.ofEpochMilli(millis).toString()));
    }

    static Node field(String label, Element input) {
        return Element.of("label", Node.text(label + " "), input);
    }

    private String address(RecentTime choice) {
        var address = Address.of(path);
        for (var one : links.entrySet()) {
            address = address.with(one.getKey(), one.getValue());
        }
        return address.with("last", choice.word()).toString();
    }
}
