package io.gpuledger.analyzer.mail;

import io.gpuledger.analyzer.report.Letter.Bytes;

/// A letter to one address, ready to be handed over.
///
/// @param name of its own, for a file
record Parcel(MailAddress from, MailAddress to, String name, Bytes content) {}
