package io.gpuledger.gate;

import java.util.regex.Pattern;

/// Reads from the root pom what is the same for all modules.
final class Poms {
    private static final Pattern VERSION = Pattern.compile("<version>(.*)</version>\n  <packaging>pom");

    private Poms() {}

    static String version() {
        var version = VERSION.matcher(Repository.read(Repository.root().resolve("pom.xml")));
        if (!version.find()) {
            throw new AssertionError("the root pom has no version");
        }
        return version.group(1);
    }
}
