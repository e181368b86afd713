package io.gpuledger.service.http;

import java.util.Optional;

/// One of the things that are wrong with a request.
///
/// @param parameter whose value is wrong; empty where it is no single one's
public record Fault(Optional<String> parameter, String detail) {
    public static Fault of(String parameter, String detail) {
        return new Fault(Optional.of(parameter), detail);
    }

    public static Fault of(String detail) {
        return new Fault(Optional.empty(), detail);
    }

    /// As a sentence.
    @Override
    public String toString() {
        return parameter.map(name -> name + ": ").orElse("") + detail;
    }
}
