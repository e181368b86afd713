package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.web.WaitingPage.Asked;
import java.util.List;

/// The page at `/waiting` for those who are told of some teams only: which of their pods wait, and what their quotas
/// leave them. What stands free is everybody's.
///
/// @param clusters all that there are
record TeamsWaitingPage(Asked asked, PendingAnswer pending, QuotaAnswer quota, List<String> clusters) {
    Node node() {
        return Node.of(
                Element.of("p", WaitingPage.waiting(pending)).with("class", "headline"),
                new WaitingForm(asked, clusters).node(),
                new PendingSection(asked, pending).node(),
                new QuotaSection(asked, quota).node());
    }
}
