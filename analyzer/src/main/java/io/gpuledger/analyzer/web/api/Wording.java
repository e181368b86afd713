package io.gpuledger.analyzer.web.api;

import io.gpuledger.analyzer.access.Viewer;
import java.util.List;
import java.util.Map;

/// Holds all of a request that its answer depends on. Who asks is part of it: what one may see another may not.
///
/// @param path as it is declared
/// @param given what the query says, by parameter
/// @param inPath the parts of the path that have a name
record Wording(
        String path,
        Map<String, List<String>> given,
        Map<String, String> inPath,
        boolean isTableAccepted,
        Viewer viewer) {}
