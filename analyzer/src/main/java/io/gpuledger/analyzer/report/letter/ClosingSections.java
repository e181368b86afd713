package io.gpuledger.analyzer.report.letter;

import static io.gpuledger.analyzer.report.Figures.hours;

import io.gpuledger.analyzer.report.Accounts;
import io.gpuledger.analyzer.report.Reports;
import io.gpuledger.analyzer.report.letter.Block.Heading;
import io.gpuledger.analyzer.report.letter.Block.Items;
import io.gpuledger.analyzer.report.letter.Block.Notes;
import io.gpuledger.analyzer.report.letter.Block.Remark;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/// A letter ends with what its words mean, what is missing, and what to do where one has nothing to do with it.
final class ClosingSections {
    private ClosingSections() {}

    static List<Block> definitions(LetterSettings settings) {
        return List.of(
                new Heading("What the words mean"),
                new Notes(List.of(
                        "GPU-hour: a GPU for an hour; of a MIG instance, as much as it is of its GPU; of a shared GPU,"
                                + " the share that was held.",
                        "GPUs, of a workload: the most that it held in an hour. memory: the most that was in use on one"
                                + " GPU, as a part of what it has.",
                        "held: by a pod of the team, whatever it did with it.",
                        "idle: from the beginning of a run of at least 30 minutes (60 for notebooks, unless it is set"
                                + " otherwise) in which activity was at most 1 %.",
                        "used: time, times activity (of the multiprocessors where they are measured, else of the"
                                + " engines or of any kernel). underused: the rest of it, outside of idle runs.",
                        "grade: by the mean of activity past the starts: A from 80 %, B from 50, C from 20, D from 5, F"
                                + " below. memory-bound: it waits for memory, as decoding does, which is no waste;"
                                + " io-bound: data is moved; fluctuating: it waits, again and again; busy-low-sm:"
                                + " kernels that fill no GPU.",
                        "starting: the first ten minutes of a pod, until it is active.",
                        "unhealthy: there is evidence against the GPU or its node. unobserved: nothing was seen.",
                        "coverage: the part of the time that was seen. Below 90 % a letter blames nobody for what"
                                + " was idle.",
                        "A team gets a letter from %s GPU-hours held in a week on, where %s GPU-hours or more were idle,"
                                        .formatted(hours(settings.leastHeld()), hours(settings.leastIdle()))
                                + " hardware failed it, or there is something to change.")));
    }

    static List<Block> gaps(Accounts now, SortedMap<String, Long> unobserved, long hoursBooked) {
        var gaps = new ArrayList<String>();
        unobserved.forEach((cause, millis) ->
                gaps.add("%s GPU-hours were not seen: %s.".formatted(hours(millis), Plain.name(cause))));
        var missing = Reports.HOURS - hoursBooked;
        if (missing > 0) {
            gaps.add("%d of the week's %d hours lie before or after what the books have."
                    .formatted(missing, Reports.HOURS));
        }
        if (now.open() > 0) {
            gaps.add("%s GPU-hours may still change, as they are not settled.".formatted(hours(now.open())));
        }
        if (now.filling() > 0) {
            gaps.add("%s GPU-hours of these are being filled: what was seen of them is still coming in."
                    .formatted(hours(now.filling())));
        }
        if (now.cost().isEmpty()) {
            gaps.add("There are no prices, and so no costs (--prices-file).");
        } else if (now.unpriced() > 0) {
            gaps.add("%s GPU-hours have no price, and no cost here.".formatted(hours(now.unpriced())));
        }
        return List.of(new Heading("What is missing"), new Items(gaps.isEmpty() ? List.of("Nothing.") : gaps));
    }

    static List<Block> exemption(LetterSettings settings) {
        return List.of(
                new Heading("Not for you?"),
                new Notes(List.of(
                        "A workload that is meant to wait, such as a service that must answer at once: annotate its"
                                + " pods with gpu-ledger.io/idle-after and how long it may be quiet, as in 4h.",
                        "A workload that is not to be told to change anything: annotate its pods with"
                                + " gpu-ledger.io/exempt and the reason. It is named as exempt, with the reason.",
                        "No letter at all: unsubscribe, by the button of your mail program or by an answer.",
                        "Questions, or something is wrong here: %s.".formatted(settings.contact()))),
                new Remark("The exact numbers of all workloads are in the table that goes with this letter, and at"
                        + " /api/v1/workloads and /api/v1/ledger. gpu-ledger wrote this; every GPU-second stands in one"
                        + " account."));
    }
}
