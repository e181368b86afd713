package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.time.Span;

/// That a drawn pod holds a drawn unit, and what it does there.
///
/// @param held of the unit's replicas
record Stay(Holder holder, Tenant tenant, Span span, int held, Work work) {}
