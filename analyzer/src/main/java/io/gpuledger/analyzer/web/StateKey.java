package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.report.StateOrder;

/// Says which colour is which state.
final class StateKey {
    private StateKey() {}

    static Node node() {
        var items = StateOrder.ALL.stream()
                .map(state -> Element.of("li", Bars.named(state, state.word())).with("title", States.meaning(state)))
                .toList();
        return Element.of("ul", items).with("class", "key").with("aria-label", "Colours of states");
    }
}
