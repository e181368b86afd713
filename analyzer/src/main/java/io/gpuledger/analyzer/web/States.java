package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.web.api.Reading;
import java.util.List;

/// Says how states are asked for, and how pages explain them.
final class States {
    static final List<String> WORDS = State.ALL.stream().map(State::word).toList();

    static final Reading<String> READING = Reading.oneOf("state", WORDS);

    private States() {}

    static String meaning(State state) {
        return switch (state) {
            case USED -> "held, the part in which it was active";
            case UNDERUSED -> "held, the rest outside of idle runs: potential";
            case IDLE -> "held, and nothing ran for half an hour or longer: certain waste";
            case STARTING -> "held for less than ten minutes, and not active yet";
            case UNHEALTHY -> "there is evidence against the GPU or its node";
            case UNOBSERVED -> "nothing was seen: neither busy nor idle";
            case WITHHELD -> "not held, and taken out on purpose";
            case STRANDED -> "not held, and no pod could use it";
            case FREE -> "not held, and to be had";
        };
    }
}
