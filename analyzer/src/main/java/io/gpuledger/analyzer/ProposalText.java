package io.gpuledger.analyzer;

import io.gpuledger.analyzer.cluster.kubernetes.PodTemplate;
import io.gpuledger.analyzer.diagnosis.Amount;
import io.gpuledger.analyzer.diagnosis.Blocker;
import io.gpuledger.analyzer.diagnosis.Proposal.Explained;

/// Writes for a terminal what is said of pods that nobody has made yet.
record ProposalText(PodTemplate template, Explained explained) {
    /// Says whether all of them would start now, as far as that is known.
    boolean starts() {
        return explained.verdict().blocker() == Blocker.NONE
                && (template.pods() == 1 || explained.together().orElse(0) >= template.pods());
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
        line(text, "  ", outcome() + verdict.why());
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
                                    .formatted(
                                            Amount.of(remedy.nodes(), "node", "nodes"),
                                            remedy.change(),
                                            remedy.nearest())));
            verdict.findings()
                    .forEach(finding -> line(
                            text,
                            "    ",
                            "of %s: %s %s"
                                    .formatted(
                                            Amount.of(finding.nodes(), "node", "nodes"),
                                            finding.nearest(),
                                            finding.matter())));
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
    private String outcome() {
        var one = explained.verdict().blocker();
        if (starts()) {
            return "would start now. ";
        }
        if (one == Blocker.NONE && explained.together().isEmpty()) {
            return "one would start now; how many at once is not found out of so many that mind where others are. ";
        }
        return "would wait: %s. ".formatted((one == Blocker.NONE ? Blocker.GANG : one).word());
    }

    private static void line(StringBuilder text, String indent, String words) {
        text.append(indent).append(words).append(System.lineSeparator());
    }
}
