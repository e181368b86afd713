package io.gpuledger.gate;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/// This is a module of small sources, compiled for a test, and a library beside it.
record ToyModule(Path folder) {
    private static final ToolProvider JAVAC = ToolProvider.findFirst("javac").orElseThrow();
    private static final Pattern NAMES =
            Pattern.compile("package (?<package>[\\w.]+);.*? (?:class|@interface) (?<type>\\w+)", Pattern.DOTALL);

    void compileLibrary(String... sources) {
        compile(library(), sources);
    }

    void compile(String... sources) {
        compile(folder, sources);
    }

    private void compile(Path module, String[] sources) {
        if (sources.length == 0) {
            return;
        }
        var options =
                Stream.of("-d", classes(module), "-cp", classes(library()) + File.pathSeparator + classes(folder));
        var files = Arrays.stream(sources).map(source -> written(module, source));
        if (JAVAC.run(System.out, System.err, Stream.concat(options, files).toArray(String[]::new)) != 0) {
            throw new IllegalArgumentException("a toy source does not compile");
        }
    }

    private Path library() {
        return folder.resolve("library");
    }

    private static String written(Path module, String source) {
        var names = NAMES.matcher(source);
        if (!names.find()) {
            throw new IllegalArgumentException("no package and type in " + source);
        }
        var file = module.resolve("src/main/java")
                .resolve(names.group("package").replace('.', '/'))
                .resolve(names.group("type") + ".java");
        Repository.write(file, source);
        return file.toString();
    }

    private static String classes(Path module) {
        return module.resolve("target/classes").toString();
    }
}
