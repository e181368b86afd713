package io.gpuledger.exporter.device.dcgm;

import static java.lang.System.Logger.Level.DEBUG;

import com.sun.jna.Memory;
import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Reading.Absent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicLong;

/// Groups of entities, groups of fields, and the watches that make DCGM look at these fields of those entities from now
/// on, all of them to be given back.
///
/// DCGM takes a watch as a whole or refuses it. One that is refused is tried again in halves, until only those fields
/// are left out that it will not give.
final class Watches implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Watches.class.getName());
    /// DCGM keeps what this or the number of samples asks for, whichever is more.
    private static final double SHORTEST_SECONDS = 1;
    /// The latest is read; the one before it bridges the moment in which DCGM replaces it.
    private static final int KEEP_SAMPLES = 2;

    private static final int NO_LIMIT = 0;
    /// Names of field groups are the whole engine's, with all its clients.
    private static final AtomicLong NAMES = new AtomicLong();

    /// DCGM looks at a group of entities and a group of fields together.
    record Watch(long group, long fieldGroup, Pace pace) {}

    private final long handle;
    private final Intervals intervals;
    private final Memory id = EngineConnection.cleared(Long.BYTES);
    private final Memory fields = EngineConnection.cleared((long) Dcgm.FIELDS_PER_GROUP_MAX * Short.BYTES);
    private final List<Watch> watches = new ArrayList<>();
    private final List<Long> fieldGroups = new ArrayList<>();
    private final List<Long> groups = new ArrayList<>();
    private final Map<Entity, Map<Integer, Absent>> refused = new HashMap<>();

    Watches(long handle, Intervals intervals) {
        this.handle = handle;
        this.intervals = intervals;
    }

    /// Begins to watch what is demanded of each entity. Entities of which the same is demanded are watched together.
    void begin(Map<Entity, Demand> demands) {
        var alike = new LinkedHashMap<Demand, List<Entity>>();
        demands.forEach((entity, demand) -> {
            alike.computeIfAbsent(demand, _ -> new ArrayList<>()).add(entity);
            refuse(entity, demand.refused());
        });
        alike.forEach(this::begin);
    }

    private void begin(Demand demand, List<Entity> entities) {
        group(entities, demand.all()).ifPresent(group -> {
            watch(group, entities, demand.fast(), Pace.FAST);
            watch(group, entities, demand.slow(), Pace.SLOW);
            watch(group, entities, demand.profiling(), Pace.FAST);
        });
    }

    /// A group of those of these entities that are still there.
    private Optional<Long> group(List<Entity> entities, Collection<Integer> fields) {
        var status = status("dcgmGroupCreate", Dcgm.dcgmGroupCreate(handle, Dcgm.GROUP_EMPTY, name(), id));
        if (status != Status.OK) {
            entities.forEach(entity -> refuse(entity, fields, forNow(status)));
            return Optional.empty();
        }
        var group = id.getLong(0);
        groups.add(group);
        for (var entity : entities) {
            var added =
                    status("dcgmGroupAddEntity", Dcgm.dcgmGroupAddEntity(handle, group, entity.group(), entity.id()));
            if (added != Status.OK) {
                refuse(entity, fields, forNow(added));
            }
        }
        return Optional.of(group);
    }

    /// Whatever keeps an entity from being watched says nothing of its fields.
    private static Absent forNow(Status status) {
        return status.absent() == Absent.LOST ? Absent.LOST : Absent.FAILED;
    }

    private void watch(long group, List<Entity> entities, SortedSet<Integer> fields, Pace pace) {
        var all = List.copyOf(fields);
        for (var from = 0; from < all.size(); from += Dcgm.FIELDS_PER_GROUP_MAX) {
            var chunk = all.subList(from, Math.min(from + Dcgm.FIELDS_PER_GROUP_MAX, all.size()));
            watchOrHalve(group, entities, chunk, pace);
        }
    }

    private void watchOrHalve(long group, List<Entity> entities, List<Integer> fields, Pace pace) {
        var status = watchAll(group, fields, pace);
        if (status == Status.OK) {
            return;
        }
        LOG.log(DEBUG, () -> "a watch of %s was refused: %s".formatted(fields, status));
        if (status.concernsOneEntity() && entities.size() > 1) {
            entities.forEach(entity -> watchAlone(entity, fields, pace));
            return;
        }
        if (fields.size() == 1 || status.concernsAllFields()) {
            entities.forEach(entity -> refuse(entity, fields, status.absent()));
            return;
        }
        var half = fields.size() / 2;
        watchOrHalve(group, entities, fields.subList(0, half), pace);
        watchOrHalve(group, entities, fields.subList(half, fields.size()), pace);
    }

    /// Each entity is watched by itself, so that none spoils it for the others.
    private void watchAlone(Entity entity, List<Integer> fields, Pace pace) {
        group(List.of(entity), fields).ifPresent(alone -> watchOrHalve(alone, List.of(entity), fields, pace));
    }

    private Status watchAll(long group, List<Integer> fields, Pace pace) {
        var made = fieldGroup(fields);
        if (made != Status.OK) {
            return made;
        }
        var fieldGroup = id.getLong(0);
        var status = watch(group, fieldGroup, intervals.of(pace), SHORTEST_SECONDS, KEEP_SAMPLES);
        if (status == Status.OK) {
            fieldGroups.add(fieldGroup);
            watches.add(new Watch(group, fieldGroup, pace));
        } else {
            release("dcgmFieldGroupDestroy", Dcgm.dcgmFieldGroupDestroy(handle, fieldGroup));
        }
        return status;
    }

    private Status watch(long group, long fieldGroup, Duration interval, double keepSeconds, int keepSamples) {
        return status(
                "dcgmWatchFields",
                Dcgm.dcgmWatchFields(handle, group, fieldGroup, interval.toNanos() / 1000, keepSeconds, keepSamples));
    }

    /// Watches one field of these entities, and has DCGM keep whatever happened for so long.
    Optional<Watch> beginEvents(List<Entity> entities, int field, Duration keep) {
        if (entities.isEmpty()) {
            return Optional.empty();
        }
        var group = group(entities, List.of(field));
        if (group.isEmpty() || fieldGroup(List.of(field)) != Status.OK) {
            return Optional.empty();
        }
        var watch = new Watch(group.get(), id.getLong(0), Pace.FAST);
        fieldGroups.add(watch.fieldGroup());
        var status = watch(watch.group(), watch.fieldGroup(), intervals.fast(), (double) keep.toSeconds(), NO_LIMIT);
        if (status != Status.OK) {
            return Optional.empty();
        }
        watches.add(watch);
        return Optional.of(watch);
    }

    private Status fieldGroup(List<Integer> ids) {
        for (var i = 0; i < ids.size(); i++) {
            fields.setShort((long) i * Short.BYTES, ids.get(i).shortValue());
        }
        return status("dcgmFieldGroupCreate", Dcgm.dcgmFieldGroupCreate(handle, ids.size(), fields, name(), id));
    }

    private static String name() {
        return "gpu-exporter-%d-%x-%d"
                .formatted(ProcessHandle.current().pid(), System.nanoTime(), NAMES.incrementAndGet());
    }

    private static Status status(String call, int code) {
        return CallFailedException.statusOf(call, code);
    }

    private void refuse(Entity entity, Collection<Integer> fields, Absent why) {
        fields.forEach(field -> refuse(entity, Map.of(field, why)));
    }

    private void refuse(Entity entity, Map<Integer, Absent> why) {
        refused.computeIfAbsent(entity, _ -> new HashMap<>()).putAll(why);
    }

    List<Watch> of(Pace pace) {
        return watches.stream().filter(watch -> watch.pace() == pace).toList();
    }

    /// Why a field of an entity is not watched; nothing where it is.
    Optional<Absent> refusal(Entity entity, int field) {
        return Optional.ofNullable(refused.getOrDefault(entity, Map.of()).get(field));
    }

    /// Whether something was refused that may be given at another time.
    boolean isIncomplete() {
        return refused.values().stream()
                .flatMap(byField -> byField.values().stream())
                .anyMatch(absent -> !absent.lasting());
    }

    @Override
    public void close() {
        watches.forEach(this::unwatch);
        fieldGroups.forEach(made -> release("dcgmFieldGroupDestroy", Dcgm.dcgmFieldGroupDestroy(handle, made)));
        groups.forEach(made -> release("dcgmGroupDestroy", Dcgm.dcgmGroupDestroy(handle, made)));
    }

    private void unwatch(Watch watch) {
        release("dcgmUnwatchFields", Dcgm.dcgmUnwatchFields(handle, watch.group(), watch.fieldGroup()));
    }

    /// There is nobody who could do anything about it.
    private static void release(String call, int code) {
        if (code != 0) {
            LOG.log(DEBUG, () -> "%s returned %s (%d)".formatted(call, Status.of(code), code));
        }
    }
}
