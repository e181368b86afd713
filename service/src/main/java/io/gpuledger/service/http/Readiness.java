package io.gpuledger.service.http;

/// Whether a program does its work at the moment. Each says why.
public sealed interface Readiness {
    record Ready(String because) implements Readiness {}

    record NotReady(String because) implements Readiness {}
}
