package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.ledger.State;
import java.util.List;

/// The order in which people read states, on pages and in letters.
public final class StateOrder {
    /// The states of what is held: what was well first, then what was not, then what is nobody's fault.
    public static final List<State> HELD =
            List.of(State.USED, State.UNDERUSED, State.IDLE, State.STARTING, State.UNHEALTHY, State.UNOBSERVED);

    /// All states, those of what nobody held last.
    public static final List<State> ALL = List.of(
            State.USED,
            State.UNDERUSED,
            State.IDLE,
            State.STARTING,
            State.UNHEALTHY,
            State.UNOBSERVED,
            State.WITHHELD,
            State.STRANDED,
            State.FREE);

    private StateOrder() {}
}
