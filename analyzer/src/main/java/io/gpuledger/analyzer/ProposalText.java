package io.gpuledger.analyzer;

import io.gpuledger.analyzer.cluster.kubernetes.PodTemplate;
import io.gpuledger.analyzer.diagnosis.Blocker;
import io.gpuledger.analyzer.diagnosis.Proposal.Explained;

/// Writes for a terminal what is said of pods that nobody has made yet.
record ProposalText(PodTemplate template, Explained explained) {
    /// Says whether all of them would start now.
    boolean starts() {
        return explained.verdict().blocker() == Blocker.NONE
                && explained.together().orElse(template.pods()) >= template.pods();
    }

    String text() {
        var verdict = explained.verdict();
        var text = new StringBuilder();
        line(
                text,
                "",
                "%n%s/%s%s"
                        .formatted(
                                template.kind(),
                                template.name(),
                                template.path().isEmpty() ? "" : ", " + template.path()));
        line(text, "  ", (starts() ? "would start now. " : "would wait: %s. ".formatted(blocker())) + verdict.why());
        explained.together().ifPresent(fit -> {
            if (template.pods() > 1) {
                line(text, "  ", "Of its %,d pods %,d would fit at once.".formatted(template.pods(), fit));
            }
        });
        if (!starts()) {
            verdict.remedies()
                    .forEach(remedy -> line(
                            text,
                            "  ",
                            "It would fit on %,d nodes %s, as on %s."
                                    .formatted(remedy.nodes(), remedy.change(), remedy.nearest())));
            verdict.findings()
                    .forEach(finding -> line(
                            text,
                            "    ",
                            "%,6d nodes: %s %s".formatted(finding.nodes(), finding.nearest(), finding.matter())));
        }
        verdict.rank()
                .filter(rank -> rank.number() > 1)
                .ifPresent(rank -> line(
                        text,
                        "  ",
                        "%,d pods that want the same GPUs wait already; first of them %s."
                                .formatted(rank.number() - 1, String.join(", ", rank.first()))));
        verdict.lint().forEach(lint -> line(text, "  ", "Look at this: " + lint));
        return text.toString();
    }

    /// Where one would fit, and not all, it is the room for all that is missing.
    private String blocker() {
        var one = explained.verdict().blocker();
        return (one == Blocker.NONE ? Blocker.GANG : one).word();
    }

    private static void line(StringBuilder text, String indent, String words) {
        text.append(indent).append(words).append(System.lineSeparator());
    }
}
