package io.gpuledger.gate;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.opentest4j.TestAbortedException;

/// A real program that a test needs on the other side. A developer may do without it, CI may not.
public final class Counterpart {
    private static final Pattern SEPARATOR = Pattern.compile(Pattern.quote(File.pathSeparator));

    private Counterpart() {}

    /// Returns where the command is. Without it, the calling test is aborted, and under CI=true it fails.
    public static Path find(String command, String debianPackage) {
        return find(command, debianPackage, System.getenv());
    }

    static Path find(String command, String debianPackage, Map<String, String> environment) {
        return SEPARATOR
                .splitAsStream(environment.getOrDefault("PATH", ""))
                .map(folder -> Path.of(folder, command))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> missing(
                        "%s is not installed: apt-get install %s".formatted(command, debianPackage), environment));
    }

    /// Returns what a test throws that lacks what a developer may do without.
    static TestAbortedException missing(String what, Map<String, String> environment) {
        if (environment.getOrDefault("CI", "").equals("true")) {
            throw new AssertionError(what);
        }
        // Surefire keeps the reason of a skipped test to its report files.
        System.out.println("skipped: " + what);
        return new TestAbortedException(what);
    }
}
