package io.gpuledger.analyzer.source;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Holding.Share;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Trait;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.telemetry.XidCount;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// What is said of a subject at one instant, while it is being collected. Used again for another.
final class RowBuilder {
    private final double[] values = new double[Field.ALL.size()];
    private final int[] ranks = new int[Field.ALL.size()];
    private final List<Description> descriptions = new ArrayList<>();
    private final List<Holding> holdings = new ArrayList<>();
    private final List<XidCount> xids = new ArrayList<>();
    private final Map<Trait, String> traits = new EnumMap<>(Trait.class);
    private Description latest = Description.NONE;
    private ExportedUnit unit;
    private long millis;
    private long said;
    private long summands;

    RowBuilder(ExportedUnit unit, long millis) {
        this.unit = unit;
        this.millis = millis;
    }

    void begin(ExportedUnit newUnit, long newMillis) {
        unit = newUnit;
        millis = newMillis;
        said = 0;
        summands = 0;
        descriptions.clear();
        latest = Description.NONE;
        holdings.clear();
        xids.clear();
        traits.clear();
    }

    /// Where to look for the row of a subject and instant.
    static int place(ExportedUnit unit, long millis) {
        return unit.hash() ^ Long.hashCode(millis) * 0x9E3779B9;
    }

    int place() {
        return place(unit, millis);
    }

    boolean isOf(ExportedUnit other, long otherMillis) {
        return unit == other && millis == otherMillis;
    }

    long millis() {
        return millis;
    }

    ExportedUnit unit() {
        return unit;
    }

    /// Nearly all series of a unit say the same of it, and those that do not follow each other.
    @SuppressWarnings("ReferenceEquality") // of those that are equal a mapping has but one
    void says(Description description) {
        if (description != latest) {
            latest = description;
            if (!descriptions.contains(description)) {
                descriptions.add(description);
            }
        }
    }

    /// Puts a value in its field, and returns whether that was not said before, or not by a source this good.
    boolean put(Rule.Value rule, int summand, double value) {
        var place = rule.field().place();
        var bit = 1L << place;
        if (rule.sums()) {
            return sum(place, rule.rank(), summand, value);
        }
        var isNew = (said & bit) == 0;
        if (isNew || rule.rank() < ranks[place]) {
            said |= bit;
            values[place] = value;
            ranks[place] = rule.rank();
        }
        return isNew;
    }

    /// Returns whether what the row says is of one life of its exporter.
    boolean isCounted() {
        return (said & Field.OBSERVED_SECONDS.bit()) != 0;
    }

    void started(double seconds) {
        said |= Field.STARTED_SECONDS.bit();
        values[Field.STARTED_SECONDS.place()] = seconds;
    }

    private boolean sum(int place, int rank, int summand, double value) {
        var part = 1L << summand;
        if ((summands & part) != 0) {
            return false;
        }
        summands |= part;
        var bit = 1L << place;
        values[place] = (said & bit) == 0 ? value : values[place] + value;
        ranks[place] = rank;
        said |= bit;
        return true;
    }

    /// Notes that somebody holds the unit, and returns whether that was not known.
    boolean heldBy(Holder holder) {
        if (find(holder) >= 0) {
            return false;
        }
        holdings.add(new Holding(holder, Optional.empty(), OptionalDouble.empty(), OptionalDouble.empty()));
        return true;
    }

    void share(Holder holder, Optional<Share> share) {
        heldBy(holder);
        var place = find(holder);
        var known = holdings.get(place);
        holdings.set(place, new Holding(holder, share.or(known::share), known.busySeconds(), known.memoryUsedBytes()));
    }

    void busy(Holder holder, double seconds) {
        heldBy(holder);
        var place = find(holder);
        var known = holdings.get(place);
        holdings.set(place, new Holding(holder, known.share(), OptionalDouble.of(seconds), known.memoryUsedBytes()));
    }

    void memory(Holder holder, double bytes) {
        heldBy(holder);
        var place = find(holder);
        var known = holdings.get(place);
        holdings.set(place, new Holding(holder, known.share(), known.busySeconds(), OptionalDouble.of(bytes)));
    }

    /// A unit has few holders; the last one is asked for most.
    private int find(Holder holder) {
        for (int i = holdings.size() - 1; i >= 0; i--) {
            if (holdings.get(i).holder().equals(holder)) {
                return i;
            }
        }
        return -1;
    }

    void xid(int xid, long count) {
        xids.add(new XidCount(xid, count));
    }

    /// @param value a whole number, as all of these are
    void trait(Trait trait, double value) {
        traits.put(trait, Long.toString((long) value));
    }

    /// Returns what is to be told of the GPU's traits, once the row is made.
    Optional<Statement> news() {
        return unit.news(traits, millis);
    }

    Row row() {
        var packed = new double[Long.bitCount(said)];
        var rest = said;
        for (int i = 0; i < packed.length; i++) {
            packed[i] = values[Long.numberOfTrailingZeros(rest)];
            rest &= rest - 1;
        }
        return new Row(unit.unit(descriptions), millis, Values.of(said, packed), holdings, xids);
    }
}
