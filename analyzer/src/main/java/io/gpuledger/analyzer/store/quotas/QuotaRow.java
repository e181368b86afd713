package io.gpuledger.analyzer.store.quotas;

import io.gpuledger.analyzer.quota.Demand;
import io.gpuledger.analyzer.quota.Quota;
import java.util.Optional;

/// A quota, with who waited for it.
///
/// @param told until when its cluster had told of quotas of its kind, in milliseconds since 1970
/// @param waiting what waited for it at the instant; nothing where that cannot be known
/// @param blocked for how long what waited, as GPUs times milliseconds, where that was asked and can be known
public record QuotaRow(Quota quota, long told, Optional<Demand> waiting, Optional<Long> blocked) {}
