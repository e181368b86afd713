package io.gpuledger.analyzer.web.api;

import io.gpuledger.service.http.Fault;
import java.util.List;
import java.util.stream.Collectors;

/// The parameters of a request make no sense; this lists all that is wrong with them.
final class BadQuestionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<Fault> faults;

    BadQuestionException(List<Fault> faults) {
        super(faults.stream().map(Fault::toString).collect(Collectors.joining("; ")));
        this.faults = List.copyOf(faults);
    }

    List<Fault> faults() {
        return faults;
    }
}
