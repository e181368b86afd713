package io.gpuledger.analyzer.store.outbox;

import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.report.Letter;
import io.gpuledger.analyzer.report.Week;
import java.time.Instant;

/// A letter as it was written once, however often it is sent and shown.
public record StoredLetter(
        long id, Week week, Edition edition, Instant written, String messageId, String token, Letter letter) {}
