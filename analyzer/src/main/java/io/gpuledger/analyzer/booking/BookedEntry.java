package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.ledger.Entry;
import io.gpuledger.analyzer.ledger.Money;
import java.util.Optional;

/// An entry, with all that it can be asked by.
///
/// @param settled whether it is no longer expected to change
/// @param node where its GPU was
/// @param payer who pays for its owner, if it has one
/// @param cost what it costs; empty where there is no price
public record BookedEntry(
        Entry entry, boolean settled, Optional<String> node, String sku, Optional<Payer> payer, Optional<Money> cost) {}
