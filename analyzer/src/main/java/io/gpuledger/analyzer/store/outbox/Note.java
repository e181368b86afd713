package io.gpuledger.analyzer.store.outbox;

import java.time.Instant;
import java.util.Optional;

/// The result of a delivery, as it is noted in the outbox.
///
/// @param next when it is tried again, where it is
/// @param why what the server said, or what went wrong
/// @param refusedUntil until when nothing is sent to the address, where it is the address that was refused
public record Note(DeliveryState state, Instant next, String why, Optional<Instant> refusedUntil) {}
