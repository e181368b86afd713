package io.gpuledger.exporter.exposition;

import java.util.Map;

/// Events as dcgm-exporter shows them: the latest, those of the last minutes, and all since the start.
final class DcgmEvents {
    private static final String WINDOW = "window_size_in_ms";

    private DcgmEvents() {}

    /// The number stands in a label too, beside NVIDIA's name for it.
    static void lastXid(LabelledSnapshot labelled, PageWriter page) {
        for (var row : labelled.dcgmRows()) {
            int xid = row.gpu().happened().lastXid().orElse(0);
            var labels = row.labels().and("err_code", Integer.toString(xid)).and("err_msg", XidNames.of(xid));
            page.sample(labels, Integer.toString(xid));
        }
    }

    static void allXids(LabelledSnapshot labelled, PageWriter page) {
        for (var row : labelled.dcgmRows()) {
            row.gpu()
                    .happened()
                    .xids()
                    .forEach((xid, count) -> page.sample(row.labels().and("xid", xid.toString()), count.toString()));
        }
    }

    static void allClockEvents(LabelledSnapshot labelled, PageWriter page) {
        for (var row : labelled.dcgmRows()) {
            labelled.events()
                    .clockEventsBegun(row.gpu().device().uuid())
                    .forEach((event, count) ->
                            page.sample(row.labels().and("clock_event", event.word()), count.toString()));
        }
    }

    static void recentXids(LabelledSnapshot labelled, PageWriter page) {
        var window = labelled.events().xids();
        for (var row : labelled.dcgmRows()) {
            var labels = row.labels().and(WINDOW, milliseconds(window));
            var recent = window.recent(row.gpu().device().uuid());
            noneYet(page, labels, recent);
            recent.forEach((xid, count) -> page.sample(labels.and("xid", xid.toString()), count.toString()));
        }
    }

    static void recentClockEvents(LabelledSnapshot labelled, PageWriter page) {
        var window = labelled.events().clockSamples();
        for (var row : labelled.dcgmRows()) {
            var recent = window.recent(row.gpu().device().uuid());
            noneYet(page, row.labels().and(WINDOW, milliseconds(window)), recent);
            recent.forEach((event, count) -> page.sample(
                    row.labels().and("clock_event", event.word()).and(WINDOW, milliseconds(window)), count.toString()));
        }
    }

    /// Where nothing has happened, one sample without its kind says so.
    private static void noneYet(PageWriter page, Labels labels, Map<?, Long> recent) {
        if (recent.isEmpty()) {
            page.sample(labels, "0");
        }
    }

    private static String milliseconds(RecentCounts<?> window) {
        return Long.toString(window.length().toMillis());
    }
}
