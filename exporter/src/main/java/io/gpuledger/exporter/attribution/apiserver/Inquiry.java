package io.gpuledger.exporter.attribution.apiserver;

import java.time.InstantSource;

/// Who is asked, about which node, and how often.
record Inquiry(ApiServerSettings server, String node, Pace pace, InstantSource clock) {}
