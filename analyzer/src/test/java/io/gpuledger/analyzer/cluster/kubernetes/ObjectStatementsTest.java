package io.gpuledger.analyzer.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.cluster.kubernetes.ChangeQueue.ObjectChange;
import io.gpuledger.analyzer.cluster.kubernetes.ObservedObject.Draft;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.Part;
import io.gpuledger.analyzer.telemetry.Statement.Whole;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ObjectStatementsTest {
    private static final long NOON = 1_772_366_400_000L;
    private static final long MINUTE = 60_000;
    private static final ObjectId NODE = ObjectId.named("c", Kind.NODE, "node-1");

    private final ObjectStatements statements = new ObjectStatements();

    private void told(long millis) {
        var observed = new Draft().put("cordoned", "false").of(NODE);
        statements.statements(new ObjectChange(NODE, Optional.of(observed), millis));
    }

    @Test
    void a_sign_of_life_is_of_when_all_was_known_and_not_of_when_it_is_given() {
        told(NOON);

        assertThat(statements.reminders(Map.of(Kind.NODE, NOON + MINUTE)))
                .singleElement()
                .isInstanceOfSatisfying(
                        Part.class, part -> assertThat(part.millis()).isEqualTo(NOON + MINUTE));
        assertThat(statements.reminders(Map.of(Kind.NODE, NOON + MINUTE))).isEmpty();
        assertThat(statements.reminders(Map.of(Kind.POD, NOON + 9 * MINUTE))).isEmpty();
    }

    @Test
    void what_nobody_listened_to_is_told_again_and_not_as_of_before_it_was_told() {
        told(NOON);
        statements.forget();

        assertThat(statements.reminders(Map.of(Kind.NODE, NOON - MINUTE)))
                .filteredOn(Whole.class::isInstance)
                .extracting(Statement::millis)
                .containsExactly(NOON);
    }
}
