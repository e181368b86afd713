package io.gpuledger.analyzer;

import io.gpuledger.analyzer.cluster.kubernetes.PodTemplate;
import io.gpuledger.analyzer.diagnosis.Amount;
import io.gpuledger.analyzer.diagnosis.Blocker;
import io.gpuledger.analyzer.diagnosis.Proposal.Explained;
import io.gpuledger.analyzer.diagnosis.Verdict.Rank;

/// Writes for a terminal what is said of pods that nobody has made yet.
record ProposalText(PodTemplate template, Explained explained) {
    String text() {
        var text = new StringBuilder();
        line(
                text,
                "",
                "%n%s/%s%s"
                        .formatted(
                                template.kind(),
                                template.name(),
                                template.path().isEmpty() ? "" : ", " + template.path()));
        line(text, "  ", outcome() + explained.verdict().why());
        made(text);
        together(text);
        if (!explained.starts()) {
            changes(text);
        }
        explained.verdict().rank().filter(rank -> rank.number() > 1).ifPresent(rank -> line(text, "  ", before(rank)));
        explained.verdict().lint().forEach(lint -> line(text, "  ", "Look at this: " + lint));
        return text.toString();
    }

    private void made(StringBuilder text) {
        explained.refused().forEach(why -> line(text, "  ", "It would not be made: " + why));
        explained
                .room()
                .ifPresent(room -> line(
                        text,
                        "  ",
                        "The quotas of its namespace have room for %,d of its %s."
                                .formatted(
                                        Math.min(room, template.pods()), Amount.of(template.pods(), "pod", "pods"))));
    }

    private void together(StringBuilder text) {
        explained.together().ifPresent(fit -> {
            if (template.pods() > 1) {
                line(text, "  ", "Of its %,d pods %,d would fit at once.".formatted(template.pods(), fit));
            }
        });
    }

    private void changes(StringBuilder text) {
        explained
                .verdict()
                .remedies()
                .forEach(remedy -> line(
                        text,
                        "  ",
                        "It would fit on %s %s, as on %s."
                                .formatted(
                                        Amount.of(remedy.nodes(), "node", "nodes"),
                                        remedy.change(),
                                        remedy.nearest())));
        explained
                .verdict()
                .findings()
                .forEach(finding -> line(
                        text,
                        "    ",
                        "of %s: %s %s"
                                .formatted(
                                        Amount.of(finding.nodes(), "node", "nodes"),
                                        finding.nearest(),
                                        finding.matter())));
    }

    private static String before(Rank rank) {
        return rank.number() == 2
                ? "1 pod that wants the same GPUs waits already: %s.".formatted(String.join(", ", rank.first()))
                : "%,d pods that want the same GPUs wait already, first of them %s."
                        .formatted(rank.number() - 1, String.join(", ", rank.first()));
    }

    private String outcome() {
        if (explained.starts()) {
            return "would start now. ";
        }
        if (!explained.refused().isEmpty()) {
            return "would be refused: %s. If it were made: "
                    .formatted(explained.blocker().word());
        }
        return explained.blocker() == Blocker.NONE
                ? "one would start now; how many at once is not found out of so many that mind where others are. "
                : "would wait: %s. ".formatted(explained.blocker().word());
    }

    private static void line(StringBuilder text, String indent, String words) {
        text.append(indent).append(words).append(System.lineSeparator());
    }
}
