package io.gpuledger.gate;

import java.util.regex.Pattern;

/// What the root pom says of all.
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
