package io.gpuledger.gate;

import java.util.Set;

/// The only packages, as words of the table, that may import a library.
///
/// @param library the root package of the library
record Fence(String library, Set<String> packages) {
    boolean encloses(String packageName) {
        return packageName.equals(library) || packageName.startsWith(library + ".");
    }
}
