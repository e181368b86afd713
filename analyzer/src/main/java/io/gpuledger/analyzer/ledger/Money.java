package io.gpuledger.analyzer.ledger;

/// An amount of a currency.
///
/// @param micros millionths of its unit
/// @param currency its three letters
public record Money(long micros, String currency) {}
