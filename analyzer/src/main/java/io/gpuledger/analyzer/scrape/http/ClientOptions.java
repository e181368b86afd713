package io.gpuledger.analyzer.scrape.http;

/// Says how all peers of a client are asked.
///
/// @param accept what kinds of pages are understood, as the `Accept` header has them
/// @param gzip whether pages may come compressed
/// @param credentials shown to the host that is asked, and not to another one that it redirects to
public record ClientOptions(String accept, boolean gzip, Credentials credentials, TlsFiles tls) {}
