package io.gpuledger.analyzer.store.embedded;

import static java.lang.System.Logger.Level.INFO;

import io.gpuledger.analyzer.store.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Makes the folder that holds the database's own files, or recognizes it.
final class DataFolder {
    static final String NAME = "data";

    private static final System.Logger LOG = System.getLogger(DataFolder.class.getName());
    private static final String MAJOR = Programs.VERSION.substring(0, Programs.VERSION.indexOf('.'));

    private DataFolder() {}

    /// Makes it unless it is there. It has its name only when it is whole.
    static Path in(Path folder, Programs programs, Launcher launcher, Password password)
            throws IOException, InterruptedException {
        var data = folder.resolve(NAME);
        if (Files.exists(data)) {
            refuseOtherVersions(data);
        } else {
            make(data, programs, launcher, password);
        }
        return data;
    }

    private static void refuseOtherVersions(Path data) throws IOException {
        var version = OwnerOnly.read(data.resolve("PG_VERSION")).map(String::strip);
        if (version.isEmpty()) {
            throw new CannotStartPostgresException(
                    data + " is not a folder of PostgreSQL's data (it has no PG_VERSION)",
                    "restore it, or move it away");
        }
        if (!version.get().equals(MAJOR)) {
            throw new CannotStartPostgresException(
                    "%s holds data of PostgreSQL %s, and this program brings %s"
                            .formatted(data, version.get(), Programs.VERSION),
                    "serve it with PostgreSQL %s and name that with --database-url, or move it away to begin anew"
                            .formatted(version.get()));
        }
    }

    /// Its order of texts is PostgreSQL's own: a new C library does not make its indexes wrong.
    private static void make(Path data, Programs programs, Launcher launcher, Password password)
            throws IOException, InterruptedException {
        var draft = data.resolveSibling(NAME + ".new");
        OwnerOnly.delete(draft);
        var made = launcher.run(
                programs.path("initdb"),
                "--pgdata=" + draft,
                "--username=" + Configuration.ROLE,
                "--pwfile=" + password.file(),
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8",
                "--data-checksums",
                "--no-instructions");
        if (!made.well()) {
            throw new CannotStartPostgresException(
                    "initdb has failed in %s:%n%s%n".formatted(draft, made.lastWords()), Remedy.of(made.output()));
        }
        OwnerOnly.publish(draft, data);
        LOG.log(INFO, () -> "a new database has been made in " + data);
    }
}
