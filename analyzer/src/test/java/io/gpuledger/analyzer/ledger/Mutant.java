package io.gpuledger.analyzer.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;

/// The ledger with one thing in it done wrong.
///
/// @param file where it stands, as seen from the folder of the ledger
/// @param right what stands there, once
/// @param wrong what stands there instead
record Mutant(String name, String file, String right, String wrong) {
    private static final String OURS = "io.gpuledger.analyzer.";
    private static final Path SOURCES = Path.of("src/main/java/io/gpuledger/analyzer/ledger");
    private static final JavaCompiler COMPILER = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());

    /// Returns the name of what first fails with this mutant; empty if nothing does.
    Optional<String> caught(Path folder) {
        try {
            compile(Files.createDirectory(folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (var loader = new ChildFirst(folder)) {
            var trial = loader.loadClass(Trial.class.getName()).getDeclaredMethod("caught");
            trial.setAccessible(true);
            return ((Optional<?>) trial.invoke(null)).map(Object::toString);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(name, e);
        }
    }

    private String source() {
        try {
            var source = Files.readString(SOURCES.resolve(file));
            assertThat(source.split(Pattern.quote(right), -1))
                    .as("%s: what %s has once is now another; say here what it is", name, file)
                    .hasSize(2);
            return source.replace(right, wrong);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void compile(Path folder) {
        var source = source();
        var object =
                new SimpleJavaFileObject(
                        URI.create("string:///" + Path.of(file).getFileName()), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return source;
                    }
                };
        var classPath = Stream.of(Ledger.class, NullMarked.class)
                .map(type -> Path.of(URI.create(place(type).toString())).toString())
                .collect(Collectors.joining(File.pathSeparator));
        var options = List.of("-proc:none", "-nowarn", "-d", folder.toString(), "-cp", classPath);
        assertThat(COMPILER.getTask(null, null, null, options, null, List.of(object))
                        .call())
                .as("%s compiles", name)
                .isTrue();
    }

    private static URL place(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    /// Loads our classes by itself, the mutated ones first.
    private static final class ChildFirst extends URLClassLoader {
        ChildFirst(Path folder) throws MalformedURLException {
            super(
                    new URL[] {folder.toUri().toURL(), place(Ledger.class), place(Trial.class)},
                    Mutant.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(OURS)) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                var loaded = Optional.<Class<?>>ofNullable(findLoadedClass(name));
                return loaded.isPresent() ? loaded.get() : findClass(name);
            }
        }
    }
}
