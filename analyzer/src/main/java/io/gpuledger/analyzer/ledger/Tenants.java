package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Holder;

/// Who was meant by a name at an instant.
public interface Tenants {
    Tenant of(Holder holder, long millis);
}
