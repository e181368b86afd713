package io.gpuledger.analyzer.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Wrong ledgers, each of which the tables or the laws find out.
@Order(1)
class LedgerMutantsTest {
    private static final List<Mutant> MUTANTS = List.of(
            new Mutant(
                    "wrong share",
                    "UnitBook.java",
                    "part.held() * (replicas / part.replicas())",
                    "replicas / part.replicas()"),
            new Mutant("dropped remainder", "LargestRemainder.java", ".limit(left)", ".limit(left / 2)"),
            new Mutant(
                    "double hold",
                    "Holds.java",
                    "close(held, isCrowded ? Math.min(end, turn) : end)",
                    "close(held, end)"),
            new Mutant(
                    "weight by memory slices",
                    "Slices.java",
                    "row.unit().computeSlices()",
                    "row.unit().memorySlices()"),
            new Mutant(
                    "weight by the newest layout",
                    "Slices.java",
                    "slices = slices(row).orElse(slices);",
                    "slices = slices(rows.getLast()).orElse(slices);"),
            new Mutant(
                    "a change of layout that is not noticed",
                    "Slices.java",
                    "if (!layouts.getLast().equals(other)) {",
                    "if (!layouts.getLast().of().keySet().equals(other.of().keySet())) {"),
            new Mutant("rest of a cut dropped", "GpuUnits.java", "cut.rest() > 0", "cut.rest() > 7"),
            new Mutant(
                    "reset counted twice",
                    "Counted.java",
                    "var active = micros(activity.applyAsDouble(now));",
                    "var active = 2 * micros(activity.applyAsDouble(now));"),
            new Mutant(
                    "a start that says nothing", "../telemetry/Life.java", "!Start.isSame(", "1 < 0 && !Start.isSame("),
            new Mutant(
                    "a life for each start, whatever was seen",
                    "../telemetry/Life.java",
                    "observed <= since &&",
                    "since > 0 &&"),
            new Mutant(
                    "silence as idle",
                    "UnitBook.java",
                    "unobserved(cause, owner).reckoned(holder.isReckoned()), (micros() - seen)",
                    "Account.of(State.IDLE, Optional.empty(), owner), (micros() - seen)"),
            new Mutant(
                    "silence as free",
                    "UnitBook.java",
                    "var seen = seen(reading) * units;",
                    "var seen = micros() * units;"),
            new Mutant(
                    "starting renewed by a restart of the container",
                    "Tenancies.java",
                    "isSoon(one.span().to(), from)",
                    "one.span().to() <= 0"),
            new Mutant(
                    "quiet run cut at the hour",
                    "QuietRuns.java",
                    "while (next < minutes.size() && belongs(minutes, next)) {",
                    "while (next < minutes.size() && belongs(minutes, next) && (next == first"
                            + " || minutes.get(next).span().from() % 3_600_000 != 0)) {"),
            new Mutant(
                    "quiet run cut by another share",
                    "Hold.java",
                    "return tenant.equals(other.tenant) &&",
                    "return part.equals(other.part) && tenant.equals(other.tenant) &&"),
            new Mutant("a faint minute among four", "QuietRuns.java", "NEIGHBOURS = 5", "NEIGHBOURS = 4"),
            new Mutant("29 minutes are idle", "Tenancy.java", ">= least.toMillis()", ">= least.toMillis() - 60_000"),
            new Mutant(
                    "idle from when it is found out",
                    "QuietRuns.java",
                    "minutes.get(first).span().from()",
                    "Math.min(minutes.get(first).span().from() + 60_000, minutes.get(next - 1).span().to())"),
            new Mutant(
                    "late sample counted again",
                    "GpuFacts.java",
                    "Join.rows(unit.getValue())",
                    "unit.getValue().stream().sorted(java.util.Comparator.comparing(Row::millis)).toList()"),
            new Mutant(
                    "a quiet run that may become idle is decided",
                    "Tenancy.java",
                    "run.millis() < least.toMillis() + Uncertain.FAR",
                    "run.millis() < 0"),
            new Mutant(
                    "a quiet run of before is forgotten",
                    "Tenancies.java",
                    "&& one.goesOnIn(span)",
                    "&& one.goesOnIn(span) && one.began() < 0"),
            new Mutant("order of arrival", "GpuFacts.java", "Join.rows(unit.getValue())", "unit.getValue()"),
            new Mutant(
                    "rounding twice",
                    "UnitBook.java",
                    "accounts.merge(account, parts, Long::sum)",
                    "accounts.merge(account, parts / partsInMillisecond() * partsInMillisecond(), Long::sum)"),
            new Mutant(
                    "owner lost when unhealthy",
                    "UnitBook.java",
                    "mark, Optional.of(holder.held().owner()), holder.units()",
                    "mark, Optional.empty(), holder.units()"),
            new Mutant(
                    "gap over six hours bridged",
                    "Counted.java",
                    "if (!Reach.joins(before.millis(), now.millis())) {",
                    "if (now.millis() < before.millis()) {"),
            new Mutant(
                    "holder over six hours of silence",
                    "Holds.java",
                    "before.isPresent() && Reach.joins(before.getAsLong(), row.millis())",
                    "before.isPresent()"),
            new Mutant("a gauge holds for an hour", "Gauged.java", "INTERVALS_MAX = 3", "INTERVALS_MAX = 60"),
            new Mutant(
                    "the device's value for each of the pods that share it",
                    "UnitBook.java",
                    "isEstimated ? Split.part(parts, holder.units(), sharing) : parts",
                    "parts"),
            new Mutant(
                    "used beyond the share",
                    "UnitBook.java",
                    "add(used, Math.min(seen, active));",
                    "add(used, active);"),
            new Mutant(
                    "a start that ends for nobody",
                    "Tenancy.java",
                    "if (minute.isActive()) {",
                    "if (minute.isActive() && minute.isQuiet()) {"));

    @Test
    void each_wrong_ledger_is_found_out(@TempDir Path folder) {
        assertThat(Trial.caught()).as("what is wrong with the right one").isEmpty();
        var free = MUTANTS.stream()
                .parallel()
                .map(mutant -> "%s: %s"
                        .formatted(
                                mutant.name(),
                                mutant.caught(folder.resolve(mutant.name())).orElse(FREE)))
                .peek(System.out::println)
                .filter(outcome -> outcome.endsWith(FREE))
                .toList();
        assertThat(free).isEmpty();
    }

    private static final String FREE = "nobody noticed";
}
