package io.gpuledger.analyzer.web.gate;

import java.util.Set;

/// Names the paths that are for everybody, as nobody could sign in without them. Who asks there is nobody, so that what
/// is for somebody is not answered there, whatever path leads to it.
final class Open {
    static final String SIGN_IN = "/sign-in";
    static final String SIGN_OUT = "/sign-out";
    /// Style sheets and scripts are below this path.
    private static final String ASSETS = "/assets/";

    private static final Set<String> PATHS = Set.of(SIGN_IN, SIGN_OUT);

    private Open() {}

    static boolean isOpen(String path) {
        return PATHS.contains(path) || path.startsWith(ASSETS);
    }
}
