package io.gpuledger.gate;

import java.nio.file.Path;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/// These are the packages of a module and what they import, as its classes and its sources tell.
///
/// @param imports with the first file in which each is seen
record Code(SortedSet<String> packages, SortedMap<Arrow, String> imports) {
    static Code of(Path module) {
        var code = new Code(new TreeSet<>(), new TreeMap<>());
        code.add(module.resolve("src/main/java"), ".java", References::ofSource);
        code.add(module.resolve("target/classes"), ".class", References::ofClass);
        return code;
    }

    private void add(Path folder, String suffix, Function<Path, Set<String>> references) {
        for (Path file : Repository.files(folder, suffix)) {
            var path = folder.relativize(file).toString();
            var from = path.substring(0, Math.max(0, path.lastIndexOf('/'))).replace('/', '.');
            var seenIn = path.substring(path.lastIndexOf('/') + 1);
            packages.add(from);
            references.apply(file).stream()
                    .filter(to -> !to.equals(from))
                    .forEach(to -> imports.putIfAbsent(new Arrow(from, to), seenIn));
        }
    }
}
