package io.gpuledger.analyzer.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.Repository;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class XidsTest {
    private static final String EXPORTER_S =
            "exporter/src/main/resources/io/gpuledger/exporter/exposition/grave-xids.table";

    @Test
    void they_are_those_that_the_exporter_calls_fatal() {
        var fatal = Repository.read(Repository.root().resolve(EXPORTER_S))
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("\\s+"))
                .filter(words -> words[1].equals("fatal"))
                .map(words -> Integer.valueOf(words[0]))
                .collect(Collectors.toSet());
        assertThat(Xids.BUILT_IN.fatal()).isEqualTo(fatal);
    }
}
