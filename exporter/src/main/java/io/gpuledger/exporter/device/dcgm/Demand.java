package io.gpuledger.exporter.device.dcgm;

import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.dcgm.DcgmFieldTable.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// What is to be watched of an entity, and what is known beforehand to be refused. Profiling is watched by itself: it
/// is refused more often than the rest, and then as a whole.
record Demand(
        SortedSet<Integer> fast, SortedSet<Integer> slow, SortedSet<Integer> profiling, Map<Integer, Absent> refused) {

    /// @param wanted beside what the quantities come from
    static Demand of(List<Source> sources, Set<Integer> wanted, Profiling profiling, FieldCatalog catalog) {
        var fields = new HashSet<>(DcgmFieldTable.fields(sources));
        fields.addAll(wanted);
        var demand = new Demand(new TreeSet<>(), new TreeSet<>(), new TreeSet<>(), new HashMap<>());
        fields.forEach(field -> demand.add(field, profiling, catalog));
        return demand;
    }

    private void add(int field, Profiling supported, FieldCatalog catalog) {
        if (!catalog.isOfGpu(field)) {
            refused.put(field, Absent.NOT_SUPPORTED);
        } else if (DcgmFieldTable.isProfiling(field)) {
            supported.refusal(field).ifPresentOrElse(why -> refused.put(field, why), () -> profiling.add(field));
        } else {
            (DcgmFieldTable.pace(field) == Pace.FAST ? fast : slow).add(field);
        }
    }

    List<Integer> all() {
        var all = new ArrayList<>(fast);
        all.addAll(slow);
        all.addAll(profiling);
        return all;
    }
}
