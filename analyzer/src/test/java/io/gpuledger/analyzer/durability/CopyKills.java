package io.gpuledger.analyzer.durability;

import io.gpuledger.analyzer.store.copying.EveryTable;
import io.gpuledger.analyzer.store.embedded.EmbeddedPostgres;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.DatabaseSettings;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import io.gpuledger.gate.RunningProgram;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Copies a database of many samples, and of some rows in each other table, with two kills of the command before it is
/// let finish; then the rows of both have to be the same, one by one. With -Dupdate the figures go into
/// docs/benchmarks.md.
public final class CopyKills {
    private static final int USUAL_ROWS = 10_000_000;
    private static final int ROWS_OF_OTHERS = 1_000;
    private static final int KILLS = 2;
    private static final int NOT_EQUAL = 1;

    /// @param text figures for people
    private record Run(int exitCode, double seconds, String text) {}

    private final Path folder;
    private final int rows;

    private CopyKills(Path folder, int rows) {
        this.folder = folder;
        this.rows = rows;
    }

    /// Exits with 1 if a row is missing, is another, or is there twice.
    ///
    /// @param args how many samples; ten million, if it is not said
    public static void main(String[] args) throws IOException, InterruptedException {
        var rows = args.length > 0 ? Integer.parseInt(args[0].replace(",", "")) : USUAL_ROWS;
        var machine = Machine.here().text();
        var result = InFolder.work(folder -> run(folder, rows));
        var text = machine + "\n\n" + result.text();
        System.out.print(text);
        if (result.good() && System.getProperty("update") != null) {
            Golden.section(Path.of("docs/benchmarks.md"), "copy-database").matches(text);
        }
        System.exit(result.good() ? 0 : NOT_EQUAL);
    }

    static Result run(Path folder, int rows) throws IOException, InterruptedException {
        try {
            return new CopyKills(folder, rows).result();
        } catch (SQLException | DatabaseException | SchemaException e) {
            throw new IOException("there is nothing to copy, or no copy", e);
        }
    }

    private Result result() throws IOException, InterruptedException, SQLException, DatabaseException, SchemaException {
        fill();
        try (var target = EmbeddedPostgres.start(folder.resolve("into"))) {
            var password = Files.writeString(folder.resolve("password"), target.password());
            var runs = new ArrayList<Run>();
            for (var kill = 1; kill <= KILLS; kill++) {
                runs.add(copy(target, password, (long) rows * kill / (KILLS + 1)));
            }
            runs.add(copy(target, password, Long.MAX_VALUE));
            var last = runs.getLast();
            System.out.print(last.text());
            try (var _ = EmbeddedPostgres.start(source())) {
                var compared = RowByRow.compare(new Postgres(source()), new Postgres(folder.resolve("into")));
                return new Result(last.exitCode() == 0 && compared.isEqual(), text(runs, compared));
            }
        }
    }

    private Path source() {
        return folder.resolve("from").resolve("postgres");
    }

    private void fill() throws IOException, DatabaseException, SchemaException {
        try (var postgres = EmbeddedPostgres.start(source());
                var database = new Database(
                        DatabaseSettings.embedded(postgres.url(), postgres.user(), postgres.password()),
                        Database.Limits.UNHURRIED,
                        new SimpleMeterRegistry())) {
            database.migrate();
            EveryTable.fill(database, ROWS_OF_OTHERS);
            ManySamples.write(database, rows);
        }
    }

    /// Lets the command copy until so many rows are there, and kills it then; or until it ends by itself.
    private Run copy(EmbeddedPostgres target, Path password, long until) throws InterruptedException {
        var began = System.nanoTime();
        try (var program = RunningProgram.start(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "io.gpuledger.analyzer.Main",
                "copy-database",
                "--from-data-dir=" + folder.resolve("from"),
                "--database-url=" + target.url(),
                "--database-user=" + target.user(),
                "--database-password-file=" + password,
                "--timescaledb=never"))) {
            if (until == Long.MAX_VALUE) {
                var code = program.exitCode();
                return new Run(code, (System.nanoTime() - began) / 1e9, program.output());
            }
            while (there(program.await("rows; ([\\d,]+) ")) < until) {}
            ProcessHandle.of(program.pid()).ifPresent(ProcessHandle::destroyForcibly);
            program.exitCode();
            return new Run(-1, (System.nanoTime() - began) / 1e9, program.output());
        }
    }

    private static long there(String number) {
        return Long.parseLong(number.replace(",", ""));
    }

    private String text(List<Run> runs, RowByRow.Compared compared) {
        var last = runs.getLast().text();
        return """
            | figure | %,d samples, and %,d rows in each other table |
            |---|---:|
            | rows that were copied, one by one the same in both | %,d |
            | rows that differ | %,d |
            | kills on the way | %d |
            | the three runs together, with the comparison by checksums at the end of the last | %.0f s |
            | rows a second, of the last run before its comparison | %s |
            """.formatted(
                        rows,
                        ROWS_OF_OTHERS,
                        compared.rows(),
                        compared.different(),
                        KILLS,
                        runs.stream().mapToDouble(Run::seconds).sum(),
                        found(last, "([\\d,]+) a second[^\\n]*\\nall is copied"));
    }

    private static String found(String text, String pattern) {
        var match = Pattern.compile(pattern).matcher(text);
        return match.find() ? match.group(1) : "not said";
    }
}
