package io.gpuledger.exporter.attribution;

import io.gpuledger.exporter.device.Unit;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// This is who holds what, and what each used of it. It is immutable.
///
/// @param uses by the unit's UUID
/// @param tenants by the unit's UUID, who has processes there and is no pod
/// @param gaps what cannot be told of holders, and why
/// @param orphans by the unit's UUID, bytes of memory that are taken and that nobody holds
/// @param jobs which jobs of a batch system have which GPU
/// @param pods what more is known of pods
public record Attributed(
        Holders holders,
        Map<String, Map<Holder, Use>> uses,
        Map<String, Map<Tenant, Use>> tenants,
        List<Gap> gaps,
        Map<String, Double> orphans,
        Jobs jobs,
        Pods pods) {
    public static final Attributed NOTHING =
            new Attributed(Holders.NONE, Map.of(), Map.of(), List.of(), Map.of(), Jobs.NONE, Pods.NONE);

    public Attributed {
        uses = Map.copyOf(uses);
        tenants = Map.copyOf(tenants);
        gaps = List.copyOf(gaps);
        orphans = Map.copyOf(orphans);
    }

    /// A value that is not known of the holders of a unit.
    public record Gap(String unit, Value value, Reason reason) {}

    /// What of a unit is told apart by holder.
    public enum Value {
        BUSY,
        MEMORY;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// Why a value is not told apart by holder.
    public enum Reason {
        /// The driver does not say what each process of this unit takes.
        NOT_BY_PROCESS,
        /// A process is not in this exporter's `/proc`, or may not be looked at there.
        PROCESS_UNSEEN,
        /// A process runs in a pod whose UID nobody has given a name.
        POD_UNKNOWN;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    Attributed with(Map<String, Double> nobodys, Jobs known, Pods named) {
        return new Attributed(holders, uses, tenants, gaps, nobodys, known, named);
    }

    /// What of it stands for as long as nobody takes or leaves anything.
    public Attributed standing() {
        return new Attributed(holders, Map.of(), Map.of(), gaps, Map.of(), jobs, pods);
    }

    public Map<Holder, Use> of(Unit unit) {
        return uses.getOrDefault(unit.uuid(), Map.of());
    }

    /// What those used of a unit who are no pods.
    public Map<Tenant, Use> tenants(Unit unit) {
        return tenants.getOrDefault(unit.uuid(), Map.of());
    }
}
