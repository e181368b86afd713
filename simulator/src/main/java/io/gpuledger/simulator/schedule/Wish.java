package io.gpuledger.simulator.schedule;

import io.gpuledger.simulator.fleet.Resource;
import io.gpuledger.simulator.story.Ask;

/// What a pod asks for, and what of it is most often lacking: that is asked first.
record Wish(Ask ask, String resource, long amount) {
    static Wish of(Ask ask) {
        return ask.unitResource()
                .map(units -> new Wish(ask, units, ask.amount(units)))
                .orElseGet(() -> new Wish(ask, Resource.PODS, 1));
    }
}
