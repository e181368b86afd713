package io.gpuledger.analyzer.store.gpus;

import io.gpuledger.analyzer.store.gpus.GpuCourse.Identity;
import io.gpuledger.analyzer.store.gpus.GpuCourse.UnitCourse;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadPool;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads all that is known of a GPU in a time.
public final class GpuTables {
    /// A unit of the GPU, by the number that rows know it by.
    record Unit(int id, Optional<String> instance, Optional<String> profile) {}

    private record Known(int id, Identity identity) {}

    private static final String IDENTITY = """
        select g.id, c.name, g.uuid, n.name, g.index, g.model, (extract(epoch from g.first_seen) * 1000)::bigint,
            (extract(epoch from g.last_seen) * 1000)::bigint
        from gpu_ledger.gpu g
        join gpu_ledger.cluster c on c.id = g.cluster_id
        left join lateral (
            select node_id from gpu_ledger.gpu_placement
            where gpu_id = g.id and since < 'epoch'::timestamptz + ? * interval '1 ms'
            order by since desc
            limit 1
        ) p on true
        left join gpu_ledger.node n on n.id = p.node_id
        where c.name = ? and g.uuid = ?
        """;

    private static final String UNITS = """
        select i.id, i.number, i.profile
        from gpu_ledger.instance i
        where i.gpu_id = ? and i.last_seen >= 'epoch'::timestamptz + ? * interval '1 ms' - interval '15 minutes'
            and i.first_seen < 'epoch'::timestamptz + ? * interval '1 ms'
        order by i.number
        """;

    private final ReadPool readPool;

    public GpuTables(Database database) {
        this.readPool = database.readPool();
    }

    /// Returns nothing where there is no such GPU. Throws
    /// [io.gpuledger.analyzer.store.postgres.CannotAskException].
    public Optional<GpuCourse> course(GpuQuestion question) {
        return readPool.ask(reading -> {
            var known = known(reading, question);
            return known.isEmpty()
                    ? Optional.empty()
                    : Optional.of(course(reading.planningEach(), known.get(), question));
        });
    }

    private static Optional<Known> known(ReadSession reading, GpuQuestion question) throws DatabaseException {
        return new Query<>(reading.session())
                .number(question.window().to())
                .text(question.cluster())
                .text(question.gpu())
                .first(IDENTITY, GpuTables::known);
    }

    private static Known known(ResultRow row) throws DatabaseException {
        return new Known(
                row.number(1),
                new Identity(
                        row.text(2),
                        row.text(3),
                        row.optionalText(4),
                        row.optionalText(5),
                        row.optionalText(6),
                        row.longNumber(7),
                        row.longNumber(8)));
    }

    private static GpuCourse course(ReadSession reading, Known known, GpuQuestion question) throws DatabaseException {
        var units = units(reading, known.id(), question);
        var courses = new ArrayList<UnitCourse>();
        for (var unit : units) {
            courses.add(new PointRows(reading).of(unit, question));
        }
        return new GpuCourse(
                known.identity(),
                question.window(),
                question.step(),
                new AccountRows(reading).of(known.id(), question.window()),
                courses,
                HolderRows.of(reading, units, question.window()),
                IdleRows.of(reading, known.id(), question.window()),
                XidRows.of(reading, units, question.window()));
    }

    /// Returns the GPU, and its instances that were seen in the time.
    private static List<Unit> units(ReadSession reading, int gpu, GpuQuestion question) throws DatabaseException {
        var units = new ArrayList<Unit>();
        units.add(new Unit(gpu, Optional.empty(), Optional.empty()));
        new Query<>(reading.session())
                .number(gpu)
                .number(question.window().from())
                .number(question.window().to())
                .query(UNITS, row -> units.add(new Unit(row.number(1), Optional.of(row.text(2)), row.optionalText(3))));
        return units;
    }
}
