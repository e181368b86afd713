package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Holder;

/// Says which tenant the name of a holder meant at an instant.
public interface Tenants {
    Tenant of(Holder holder, long millis);
}
