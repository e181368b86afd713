package io.gpuledger.analyzer.scrape.http;

import java.nio.file.Path;

/// What is shown to a peer. Secrets stand in files, which are read anew as they change.
public sealed interface Credentials {
    Credentials NONE = new None();

    record None() implements Credentials {}

    record Basic(String user, Path passwordFile) implements Credentials {}

    record Bearer(Path tokenFile) implements Credentials {}
}
