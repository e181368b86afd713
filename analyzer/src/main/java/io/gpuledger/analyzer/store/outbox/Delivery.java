package io.gpuledger.analyzer.store.outbox;

import java.time.Instant;

/// A letter that is being sent to an address by one process, and by no other.
///
/// @param tries with this one
/// @param queued since when it is to be sent
public record Delivery(long id, long letter, String address, int tries, Instant queued) {}
