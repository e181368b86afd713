package io.gpuledger.analyzer.durability;

import java.io.IOException;
import java.util.Locale;
import java.util.stream.Collectors;

/// The end: nothing is sent any more, all goes into the database, and is compared.
final class Reckoning {
    private static final int COMPLAINTS = 50;

    private Reckoning() {}

    static Result of(Analyzer analyzer, Sender sender, ScrapedPage page, Postgres postgres)
            throws IOException, InterruptedException {
        var seconds = (System.currentTimeMillis() - sender.traffic().beginMillis()) / 1_000.0;
        sender.close();
        page.close();
        Patience.until("all is in the database", () -> analyzer.spoolRows() == 0);
        var scrapes = analyzer.storedScrapes();
        var findings = new Audit(sender).of(postgres, page, scrapes);
        var good = findings.areNone() && !scrapes.isEmpty() && sender.refusal().isEmpty();
        var text = String.format(
                Locale.ROOT,
                "samples answered %,d, acknowledged %,d in %.0f s: %,.0f/s; scrapes acknowledged %,d; refused:"
                        + " '%s'%n%s%n",
                sender.samplesSent(),
                sender.samplesAcknowledged(),
                seconds,
                sender.samplesAcknowledged() / seconds,
                scrapes.size(),
                sender.refusal(),
                findings.text());
        return new Result(good, good ? text : text + complaints(analyzer));
    }

    private static String complaints(Analyzer analyzer) {
        return analyzer.complaints().stream()
                .limit(COMPLAINTS)
                .collect(Collectors.joining("\n", "the analyzer complained:\n", "\n"));
    }
}
