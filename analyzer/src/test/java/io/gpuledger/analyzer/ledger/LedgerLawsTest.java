package io.gpuledger.analyzer.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/// The laws of the ledger, of drawn fleets. Those that once failed come first. `-Dlaws.fleets=1000000` draws more, and
/// `-Dlaws.seed=1` those from a seed on.
@Order(1)
class LedgerLawsTest {
    private static final int SHOWN = 3;

    @Test
    void laws_hold_in_fleets_that_once_failed() {
        failedSeeds().forEach(seed -> assertThat(failures(seed, new Coverage())).isEmpty());
    }

    @Test
    void laws_hold_in_any_fleet() {
        var fleets = Integer.getInteger("laws.fleets", 2000);
        var first = Math.floorMod(Long.getLong("laws.seed", System.nanoTime()), Long.MAX_VALUE / 2);
        var coverage = new Coverage();
        var failures = LongStream.range(first, first + fleets)
                .parallel()
                .boxed()
                .flatMap(seed -> failures(seed, coverage).stream())
                .limit(SHOWN)
                .toList();
        System.out.printf("seed %d, %d fleets of %d GPUs: in how many of these%n", first, fleets, DrawnFleet.SIZE);
        assertThat(failures).isEmpty();
        coverage.assertAll(fleets * DrawnFleet.SIZE);
    }

    private static List<String> failures(long seed, Coverage coverage) {
        var failures = new ArrayList<String>();
        for (var gpu : DrawnFleet.of(seed).gpus()) {
            try {
                coverage.add(Laws.check(gpu, new Dice(seed), DrawnFleet.isCoarse(seed)));
            } catch (AssertionError | RuntimeException e) {
                failures.add("seed %d; to keep it, write it into src/test/resources/ledger/failed-seeds.txt%n%s"
                        .formatted(seed, e));
            }
        }
        return failures;
    }

    private static List<Long> failedSeeds() {
        try (var seeds = LedgerLawsTest.class.getResourceAsStream("/ledger/failed-seeds.txt")) {
            assertThat(seeds).isNotNull();
            return new String(seeds.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> Long.valueOf(line.strip()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
