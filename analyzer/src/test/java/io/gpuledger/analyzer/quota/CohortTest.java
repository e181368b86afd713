package io.gpuledger.analyzer.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CohortTest {
    private static Optional<Long> limit(long number) {
        return Optional.of(number).filter(some -> some >= 0);
    }

    private static Allowance allowance(long nominal, long used, long borrowing, long lending) {
        return new Allowance(nominal, Optional.of(used), limit(borrowing), limit(lending));
    }

    private static Cohort cohort(List<Allowance> members) {
        var cohorts = new Cohorts(new CohortTree());
        members.forEach(member -> cohorts.queue("all", member));
        return cohorts.find("all").orElseThrow();
    }

    /// Two queues: the first as in the row, the second with 8 of its own, of which it uses as many as the row says.
    @ParameterizedTest
    @CsvSource(textBlock = """
        # nominal, used, borrowing, lending, other used | over, lent unused, unused, available
        8,  5, -1, -1, 8,   0, 3, 3, 3
        8, 10,  4, -1, 1,   2, 0, 5, 2
        8, 10, -1, -1, 1,   2, 0, 5, 5
        8, 12,  4, -1, 1,   4, 0, 3, 0
        8,  0, -1,  2, 8,   0, 2, 2, 8
        8,  7, -1,  2, 8,   0, 1, 1, 1
        8,  0, -1,  0, 8,   0, 0, 0, 8
        8,  0,  0,  0, 0,   0, 0, 8, 8
        4,  8, -1, -1, 8,   4, 0, 0, 0
        4,  8, -1, -1, 4,   4, 0, 0, 0
        4,  8, -1, -1, 2,   4, 0, 2, 2
        0,  0, -1, -1, 3,   0, 0, 5, 5
        0,  0,  2, -1, 3,   0, 0, 5, 2
        """)
    void what_is_borrowed_lent_and_left_is_what_is_found_by_hand(
            long nominal,
            long used,
            long borrowing,
            long lending,
            long other,
            long over,
            long lentUnused,
            long unused,
            long available) {
        var member = allowance(nominal, used, borrowing, lending);
        var cohort = cohort(List.of(member, allowance(8, other, -1, -1)));

        assertThat(member.over()).contains(over);
        assertThat(cohort.lentUnused(member)).contains(lentUnused);
        assertThat(cohort.unused()).contains(unused);
        assertThat(cohort.available(member)).contains(available);
    }

    @Test
    void what_nobody_tells_is_not_taken_for_nothing() {
        var silent = Allowance.of(8, Optional.empty());
        var cohort = cohort(List.of(silent, allowance(8, 3, -1, -1)));

        assertThat(silent.over()).isEmpty();
        assertThat(cohort.unused()).isEmpty();
        assertThat(cohort.lentUnused(allowance(8, 3, -1, -1))).isEmpty();
        assertThat(cohort.available(silent)).isEmpty();
    }

    /// Whatever is available to a queue can be used by it, one after the other, and then nothing is available to it.
    @Test
    void nobody_gets_more_than_there_is() {
        var random = new Random(7);
        for (var round = 0; round < 300; round++) {
            var members = new ArrayList<Allowance>();
            for (var i = 0; i <= random.nextInt(4); i++) {
                members.add(allowance(random.nextInt(9), 0, random.nextInt(10) - 2, random.nextInt(10) - 2));
            }
            for (var step = 0; step < 8; step++) {
                var at = random.nextInt(members.size());
                var before = members.get(at);
                var available = cohort(members).available(before).orElseThrow();
                var more = random.nextBoolean() ? available : random.nextLong(available + 1);
                var used = before.used().orElseThrow() + more;
                members.set(
                        at,
                        new Allowance(
                                before.nominal(), Optional.of(used), before.borrowingLimit(), before.lendingLimit()));
                lawsHold(members);
                assertThat(cohort(members).available(members.get(at)))
                        .as(members.toString())
                        .contains(available - more);
            }
        }
    }

    private static void lawsHold(List<Allowance> members) {
        var cohort = cohort(members);
        var nominal = members.stream().mapToLong(Allowance::nominal).sum();
        var used = members.stream()
                .mapToLong(member -> member.used().orElseThrow())
                .sum();
        assertThat(used).as(members.toString()).isLessThanOrEqualTo(nominal);
        members.forEach(member -> {
            assertThat(member.over().orElseThrow())
                    .as(members.toString())
                    .isLessThanOrEqualTo(member.borrowingLimit().orElse(Long.MAX_VALUE));
            assertThat(cohort.lentUnused(member).orElseThrow())
                    .as(members.toString())
                    .isBetween(0L, cohort.unused().orElseThrow());
        });
    }
}
