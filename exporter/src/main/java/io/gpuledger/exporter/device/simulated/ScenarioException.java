package io.gpuledger.exporter.device.simulated;

import java.util.List;

/// A scenario, or a fault, could not be understood. The message lists everything that is wrong with it.
public final class ScenarioException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final String problem;

    ScenarioException(String problem) {
        super(problem);
        this.problem = problem;
    }

    ScenarioException(List<String> problems) {
        this(String.join("\n", problems));
    }

    String problem() {
        return problem;
    }
}
