package io.gpuledger.analyzer.store.embedded;

import static java.lang.System.Logger.Level.INFO;

import io.gpuledger.analyzer.store.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// Unpacks PostgreSQL's programs from the class path.
///
/// They are the binaries of zonky's embedded PostgreSQL. The library that goes with them is made for tests: it lets in
/// everybody who finds the port, and cannot take over a server that outlived its parent. So this package starts them.
///
/// @param folder holds bin, lib and share
record Programs(Path folder) {
    static final String VERSION = "17.11";

    private static final System.Logger LOG = System.getLogger(Programs.class.getName());
    private static final String ELSEWHERE = "install PostgreSQL 17 or newer and name it with --database-url";

    /// Unpacks them unless that was done before.
    static Programs in(Path parent, Launcher launcher) throws IOException, InterruptedException {
        var programs = new Programs(parent.resolve("server-" + VERSION));
        if (!Files.exists(programs.folder())) {
            unpack(System.getProperty("os.name"), System.getProperty("os.arch"), programs.folder(), launcher);
            LOG.log(INFO, () -> "PostgreSQL %s has been unpacked into %s".formatted(VERSION, programs.folder()));
        }
        return programs;
    }

    /// The folder has its name only when all is in it and on the disk.
    static void unpack(String system, String architecture, Path folder, Launcher launcher)
            throws IOException, InterruptedException {
        var draft = folder.resolveSibling(folder.getFileName() + ".new");
        OwnerOnly.delete(draft);
        try (var packed = Programs.class.getResourceAsStream("/" + archive(system, architecture))) {
            if (packed == null) {
                throw new CannotStartPostgresException(
                        "this program brings none for %s on %s".formatted(system, architecture), ELSEWHERE);
            }
            Files.createDirectories(draft, OwnerOnly.NEW_FOLDER);
            Archive.unpack(packed, draft);
            new Programs(draft).tryOut(launcher);
            OwnerOnly.publish(draft, folder);
        } finally {
            OwnerOnly.delete(draft);
        }
    }

    private static String archive(String system, String architecture) {
        return "postgres-%s-%s.txz"
                .formatted(
                        system.toLowerCase(Locale.ROOT),
                        switch (architecture) {
                            case "amd64" -> "x86_64";
                            case "aarch64" -> "arm_64";
                            default -> architecture;
                        });
    }

    /// They need glibc, and a disk from which programs may be run.
    private void tryOut(Launcher launcher) throws IOException, InterruptedException {
        var problem = problem(launcher);
        if (problem.isPresent()) {
            throw new CannotStartPostgresException(
                    "its programs do not run from %s (%s)".formatted(folder, problem.get()),
                    "it needs glibc and a disk that is not mounted noexec, or " + ELSEWHERE);
        }
    }

    private Optional<String> problem(Launcher launcher) throws InterruptedException {
        try {
            var tried = launcher.run(path("postgres"), "--version");
            var expected = tried.output().contains("(PostgreSQL) " + VERSION + "\n");
            return tried.well() && expected
                    ? Optional.empty()
                    : Optional.of(tried.output().strip());
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    String path(String program) {
        return folder.resolve("bin").resolve(program).toString();
    }
}
