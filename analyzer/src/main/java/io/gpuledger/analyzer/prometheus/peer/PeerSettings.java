package io.gpuledger.analyzer.prometheus.peer;

import io.gpuledger.analyzer.scrape.http.Credentials;
import io.gpuledger.analyzer.scrape.http.TlsFiles;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/// Where a server is, and what is shown to it.
///
/// @param url what stands before `/api/v1/...`
/// @param headers that go with each question, as the name of a tenant
/// @param timeout of a question, its answer's last byte included
public record PeerSettings(
        URI url, Map<String, String> headers, Duration timeout, Credentials credentials, TlsFiles tls) {
    public PeerSettings {
        headers = Map.copyOf(headers);
    }
}
