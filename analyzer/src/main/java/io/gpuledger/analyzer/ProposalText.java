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
                            "It would fit on %s %s, as on %s."
                                    .formatted(nodes(remedy.nodes()), remedy.change(), remedy.nearest())));
            verdict.findings()
                    .forEach(finding -> line(
                            text,
                            "    ",
                            "of %s: %s %s".formatted(nodes(finding.nodes()), finding.nearest(), finding.matter())));
        }
        verdict.rank()
                .filter(rank -> rank.number() > 1)
                .ifPresent(rank -> line(
                        text,
                        "  ",
                        rank.number() == 2
                                ? "1 pod that wants the same GPUs waits already: %s."
                                        .formatted(String.join(", ", rank.first()))
                                : "%,d pods that want the same GPUs wait already, first of them %s."
                                        .formatted(rank.number() - 1, String.join(", ", rank.first()))));
        verdict.lint().forEach(lint -> line(text, "  ", "Look at this: " + lint));
        return text.toString();
    }

    /// Where one would fit, and not all, it is the room for all that is missing.
    private String blocker() {
        var one = explained.verdict().blocker();
        return (one == Blocker.NONE ? Blocker.GANG : one).word();
    }

    private static String nodes(int nodes) {
        return nodes == 1 ? "1 node" : "%,d nodes".formatted(nodes);
    }

    private static void line(StringBuilder text, String indent, String words) {
        text.append(indent).append(words).append(System.lineSeparator());
    }
}
