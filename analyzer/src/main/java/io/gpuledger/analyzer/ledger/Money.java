package io.gpuledger.analyzer.ledger;

/// An amount of a currency.
///
/// @param micros millionths of one of the currency
/// @param currency the three letters of the currency
public record Money(long micros, String currency) {}
