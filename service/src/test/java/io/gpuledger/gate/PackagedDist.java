package io.gpuledger.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the target/dist of every program keeps to; each program's test extends it.
public abstract class PackagedDist {
    private static final Path DIST = Path.of("target/dist");
    private static final Pattern PACKAGE_URL = Pattern.compile("\"pkg:maven/[^/]+/([^@]+)@([^?]+)\\?type=jar\"");

    /// JNA names classes of this module, for programs with windows.
    private static final String OF_A_DESKTOP = "java.desktop";

    private static final Pattern RUNTIME_MODULES = Pattern.compile("<runtime.modules>(.*)</runtime.modules>");

    private final String program;
    private final String cache;

    protected PackagedDist(String program) {
        this.program = program;
        this.cache = "lib/%s.aot".formatted(program);
    }

    /// Told to insist on a cache, a JVM that cannot use it ends.
    @Test
    protected void it_starts_from_the_cache_that_the_build_made() throws InterruptedException {
        try (var program = version(Map.of("JAVA_TOOL_OPTIONS", "-XX:AOTMode=on"))) {
            assertThat(program.exitCode()).as(program.output()).isZero();
        }
    }

    @Test
    protected void it_ends_when_memory_runs_out_and_the_users_options_win() throws InterruptedException {
        var options = "-Xmx96m -XX:+PrintFlagsFinal";
        try (var program = version(Map.of("JAVA_OPTS", options))) {
            assertThat(program.exitCode()).isZero();
            assertThat(program.output())
                    .containsPattern("ExitOnOutOfMemoryError += true")
                    .containsPattern("MaxHeapSize += " + (96 << 20));
        }
    }

    /// The copies have times of their own, as with most ways to copy: to some JVMs a reason to refuse the cache.
    @Test
    protected void it_starts_without_a_word_in_any_folder_and_with_any_cache(@TempDir Path folder)
            throws IOException, InterruptedException {
        copy(DIST, folder);
        saysItsVersionOnly(folder);
        Files.writeString(folder.resolve(cache), "not a cache");
        saysItsVersionOnly(folder);
        Files.delete(folder.resolve(cache));
        saysItsVersionOnly(folder);
    }

    /// On another machine there is nothing where the dist was built, and that is where a cache takes its jars to be.
    @Test
    protected void it_starts_where_the_folder_of_the_build_is_not(@TempDir Path folder)
            throws IOException, InterruptedException {
        copy(DIST, folder);
        var hide = "mount -t tmpfs none \"$1\" && exec \"$2\" --version";
        var elsewhere = List.of(
                Counterpart.find("unshare", "util-linux").toString(),
                "--user",
                "--map-root-user",
                "--mount",
                "sh",
                "-c",
                hide,
                "sh",
                DIST.toAbsolutePath().toString(),
                folder.resolve("bin", program).toString());
        try (var program = RunningProgram.start(elsewhere)) {
            if (program.exitCode() != 0 && program.output().contains("unshare failed")) {
                throw Counterpart.missing("this machine allows no namespaces", System.getenv());
            }
            assertThat(program.exitCode()).as(program.output()).isZero();
            assertThat(program.output()).startsWith(this.program + " ");
        }
    }

    private void saysItsVersionOnly(Path dist) throws InterruptedException {
        try (var program = version(dist, Map.of())) {
            assertThat(program.exitCode()).isZero();
            assertThat(program.output()).matches(this.program + " \\d+\\.\\d+\\.\\d+.*");
        }
    }

    /// What the program of the build says when it is asked for its version.
    protected final RunningProgram version(Map<String, String> environment) {
        return version(DIST, environment);
    }

    private RunningProgram version(Path dist, Map<String, String> environment) {
        return RunningProgram.start(List.of(dist.resolve("bin", program).toString(), "--version"), environment);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var paths = Files.walk(from)) {
            for (var path : paths.toList()) {
                var copy = to.resolve(from.relativize(path));
                if (Files.isDirectory(path)) {
                    Files.createDirectories(copy);
                } else {
                    Files.write(copy, Files.readAllBytes(path));
                    Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(path));
                }
            }
        }
    }

    /// A library of the tests may have another version of one that the program needs, by which the class path of the
    /// program's jar is written.
    @Test
    protected void the_class_path_names_jars_that_are_there() throws IOException {
        var own = jars().stream()
                .filter(jar -> jar.startsWith(program.replace("gpu-", "") + "-"))
                .findFirst()
                .orElseThrow();
        try (var jar = new JarFile(DIST.resolve("lib", own).toFile())) {
            var named = jar.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            assertThat(named.split(" ", -1)).isSubsetOf(jars());
        }
    }

    @Test
    protected void the_sbom_lists_the_jars_that_are_there() throws IOException {
        var sbom = DIST.resolve("sbom.json");
        if (!Files.exists(sbom)) {
            throw Counterpart.missing("sbom.json is not there: mvn --offline does not make it", System.getenv());
        }
        var listed = PACKAGE_URL
                .matcher(Repository.read(sbom))
                .results()
                .map(component -> "%s-%s.jar".formatted(component.group(1), component.group(2)))
                .distinct();
        assertThat(listed).containsExactlyInAnyOrderElementsOf(jars());
    }

    @Test
    protected void a_runtime_of_its_own_would_have_the_modules_that_it_needs() throws IOException {
        var needed = new StringWriter();
        var command = new ArrayList<>(List.of("--multi-release=25", "--ignore-missing-deps", "--print-module-deps"));
        jars().forEach(jar -> command.add(DIST.resolve("lib", jar).toString()));
        ToolProvider.findFirst("jdeps")
                .orElseThrow()
                .run(new PrintWriter(needed), new PrintWriter(needed), command.toArray(String[]::new));
        assertThat(RUNTIME_MODULES
                        .matcher(Repository.read(Repository.root().resolve("pom.xml")))
                        .results())
                .flatExtracting(modules -> List.of(modules.group(1).split(",")))
                .containsAll(Stream.of(needed.toString().strip().split(","))
                        .filter(module -> !module.equals(OF_A_DESKTOP))
                        .toList());
    }

    private static List<String> jars() throws IOException {
        try (var lib = Files.list(DIST.resolve("lib"))) {
            return lib.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".jar"))
                    .toList();
        }
    }
}
