package io.gpuledger.exporter.attribution.apiserver;

import java.time.InstantSource;

/// An inquiry says who is asked, about which node, and how often.
record Inquiry(ApiServerSettings server, String node, Waits pace, InstantSource clock) {}
