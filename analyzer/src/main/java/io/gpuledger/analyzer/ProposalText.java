package io.gpuledger.analyzer;

import io.gpuledger.analyzer.cluster.kubernetes.PodTemplate;
import io.gpuledger.analyzer.diagnosis.Amount;
import io.gpuledger.analyzer.diagnosis.Blocker;
import io.gpuledger.analyzer.diagnosis.Proposal.Explained;

/// Writes for a terminal what is said of pods that nobody has made yet.
record ProposalText(PodTemplate template, Explained explained) {
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
        if (!explained.starts()) {
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

    private String outcome() {
        if (explained.starts()) {
            return "would start now. ";
        }
        return explained.blocker() == Blocker.NONE
                ? "one would start now; how many at once is not found out of so many that mind where others are. "
                : "would wait: %s. ".formatted(explained.blocker().word());
    }

    private static void line(StringBuilder text, String indent, String words) {
        text.append(indent).append(words).append(System.lineSeparator());
    }
}
