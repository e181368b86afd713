package io.gpuledger.analyzer.health.watch;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.health.Subject;
import io.gpuledger.analyzer.health.Xids;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Trait;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.XidCount;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Watches one unit: its readings are given in their order, and each of its rules judges each of them.
final class UnitWatch {
    /// What readings say, and what is unknown again once there are none. Evidence stands until there is other evidence.
    private static final Set<FindingKind> BY_READINGS = EnumSet.complementOf(EnumSet.of(
            FindingKind.GPU_LOST, FindingKind.GPU_STUCK, FindingKind.ROW_REMAP_FAILED, FindingKind.FATAL_XID));

    /// A comparison that is older than this says nothing of the time since then.
    private static final long COMPARED_MILLIS = 10 * 60_000;

    /// Of two analyzers that both read a unit, neither is this far behind the other.
    private static final long BEHIND_MILLIS = 5 * 60_000;

    private final Courses courses;
    private final Memory memory = new Memory();
    private final Pods pods = new Pods();
    private final Pieces pieces = new Pieces(this::judge);
    private final List<Rule> rules;
    private final Use use = new Use();
    private final States states = new States();
    private final UnitId unit;
    /// Of a GPU; there is no evidence against an instance by itself.
    private final Optional<EvidenceWatch> evidence;

    private List<XidCount> xids = List.of();
    private long last;
    private String node = "";
    private Set<String> held = Set.of();
    private long comparedAt;
    private Set<String> slowFor = Set.of();
    private boolean wasRead;
    private long quietSince;

    UnitWatch(UnitId unit, Xids xids, List<Finding> open, Consumer<Finding> changed) {
        this.unit = unit;
        this.courses = new Courses(new Subject.OfUnit(unit), changed);
        open.forEach(courses::restore);
        var links = new Links();
        open.forEach(
                finding -> links.restore(finding.key().kind(), finding.key().detail()));
        this.evidence = unit.instance().isPresent() ? Optional.empty() : Optional.of(new EvidenceWatch(xids, open));
        var ofAny = List.of(MemoryErrors.RULE, new Heat(), links, new MemoryUse(), use, states, new XidEvents(xids));
        this.rules = unit.instance().isPresent()
                ? ofAny
                : Stream.concat(ofAny.stream(), Stream.of(new Past())).toList();
    }

    /// Takes the next reading, or a piece of it.
    ///
    /// @param instances the readings of its instances at the same instant
    void at(Row row, List<Row> instances) {
        wasRead = true;
        pieces.add(row, instances);
    }

    /// Takes what was told of its traits at an instant.
    void told(long millis, Map<Trait, String> traits) {
        states.told(millis, traits);
    }

    private void judge(Tick told) {
        var tick = new Tick(sharing(told.row()), told.instances());
        var row = tick.row();
        last = row.millis();
        node = row.unit().node();
        held = pods.of(row.holdings());
        courses.at(node, held);
        evidence.ifPresent(watch -> watch.at(tick, courses));
        var seen = new Seen(row, memory, held);
        for (var rule : rules) {
            rule.judge(seen, courses);
        }
        memory.keep(row);
    }

    /// Readings are kept for a while, and mostly count the same XIDs: these are kept once.
    private Row sharing(Row row) {
        if (row.xids().equals(xids)) {
            return new Row(row.unit(), row.millis(), row.values(), row.holdings(), xids);
        }
        xids = row.xids();
        return row;
    }

    /// Whether there is evidence against the GPU, which a boot of its node may end.
    boolean isSick() {
        return evidence.map(EvidenceWatch::isSick).orElse(false);
    }

    void booted(long at) {
        evidence.ifPresent(watch -> watch.booted(at, courses));
    }

    /// Looks at an instant of the clock whether anything has come since the last look. Where nothing has for long, what
    /// only readings can say is closed; where nothing has for much longer, the unit is gone, and everything is.
    void look(long now, Patience patience) {
        if (wasRead || quietSince == 0) {
            wasRead = false;
            quietSince = now;
            return;
        }
        pieces.flush();
        if (isGone(now, patience)) {
            courses.lapse(EnumSet.allOf(FindingKind.class));
        } else if (now - quietSince >= patience.silence().toMillis()) {
            courses.lapse(BY_READINGS);
        }
    }

    boolean isGone(long now, Patience patience) {
        return now - quietSince >= patience.gone().toMillis();
    }

    /// Returns the pod that has it, where it is one alone.
    Optional<String> pod() {
        return held.size() == 1 ? held.stream().findFirst() : Optional.empty();
    }

    String cluster() {
        return unit.cluster();
    }

    /// Returns how active it was at its last reading.
    double activity() {
        return use.active();
    }

    /// Returns its clock at its last reading; zero where it did not tell.
    double clock() {
        return memory.last(Field.SM_CLOCK_HERTZ).orElse(0);
    }

    /// It is slower than its peers at its last reading. Where heat is the reason, that is told already.
    ///
    /// @param part of its speed that it lacks
    void slow(Sign sign, double part) {
        if (courses.isOpen(FindingKind.THROTTLED_BY_HEAT) || courses.isOpen(FindingKind.POWER_BRAKE)) {
            courses.gone(FindingKind.SLOW, last);
            return;
        }
        courses.stands(last, last, sign);
        if (comparedAt > 0 && last - comparedAt <= COMPARED_MILLIS) {
            courses.lose(FindingKind.SLOW, (last - comparedAt) * part);
        }
        comparedAt = last;
        slowFor = held;
    }

    void notSlow() {
        comparedAt = 0;
        if (last > 0) {
            courses.gone(FindingKind.SLOW, last);
        }
    }

    /// Its pod does nothing by which it could be compared. Another pod than that for which it was slow says that it is
    /// over.
    void pauses() {
        if (!held.equals(slowFor)) {
            notSlow();
        }
    }

    /// Whether a finding was last told so long before the unit's last reading, and is not open here.
    boolean knowsNothingOf(Finding finding, long millis) {
        return finding.told() < last - millis
                && courses.open().stream().noneMatch(known -> known.key().equals(finding.key()));
    }

    /// Whether these were found by somebody who reads the unit, while nobody reads it here any more, or has not yet.
    boolean isBehind(List<Finding> found) {
        return found.stream().anyMatch(finding -> finding.told() > Math.max(last + BEHIND_MILLIS, toldHere(finding)));
    }

    private long toldHere(Finding finding) {
        return courses.open().stream()
                .filter(known -> known.key().equals(finding.key()))
                .mapToLong(Finding::told)
                .findFirst()
                .orElse(0);
    }

    String node() {
        return node;
    }

    List<Finding> open() {
        return courses.isEmpty() ? List.of() : courses.open();
    }
}
