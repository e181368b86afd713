package io.gpuledger.analyzer.scrape.http;

import java.time.Instant;
import java.util.Optional;

/// A page, in a buffer that is lent: its bytes are good until whoever was given it returns.
///
/// @param bytes more than the page: only the first `length` are it
/// @param contentType empty where it is not said
/// @param date what the peer's clock says
/// @param wireBytes how long the body was on its way, where it was compressed
@SuppressWarnings("ArrayRecordComponent") // never compared: it is lent, and gone
public record FetchedPage(byte[] bytes, int length, String contentType, Optional<Instant> date, long wireBytes) {}
