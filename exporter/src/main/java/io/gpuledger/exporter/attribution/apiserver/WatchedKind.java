package io.gpuledger.exporter.attribution.apiserver;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// A kind of object that the API server has for a node.
///
/// @param paths where the API server has them, the newest version first
/// @param resource as RBAC calls it, with its group
/// @param most how many of a node are kept
/// @param draft an object of which nothing has come in yet
record WatchedKind<T>(List<String> paths, String resource, int most, Supplier<Draft<T>> draft) {
    /// An object as it comes in.
    interface Draft<T> {
        /// Takes in what it wants of the fields beside `metadata`.
        boolean read(String field, Json value) throws IOException;

        /// Returns nothing where the object lacks what it would be known by.
        Optional<T> finished(Metadata metadata);
    }

    WatchedKind {
        paths = List.copyOf(paths);
    }
}
