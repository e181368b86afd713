package io.gpuledger.exporter.device.binding;

import com.sun.jna.FunctionMapper;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// A shared library that is loaded, and bound to the native methods of a class: its transcript.
///
/// Each symbol is looked up by itself, as older libraries lack newer ones. JNA binds all methods of a class or none, so
/// a method whose symbol is missing is bound to a function of the C library that takes no notice of arguments, does
/// nothing, and returns a number that is no return code of NVIDIA's: [#isMissing] knows it.
///
/// A class has one library at a time: to open another one binds its methods anew.
public final class Binding implements AutoCloseable {
    private static final String STAND_IN = "getpagesize";
    private static final int SMALLEST_PAGE = 4096;

    private final Class<?> transcript;
    private final NativeLibrary library;
    private final Set<String> missing;
    private final Optional<LoadedFile> file;

    private Binding(Class<?> transcript, NativeLibrary library, Set<String> missing, Optional<LoadedFile> file) {
        this.transcript = transcript;
        this.library = library;
        this.missing = missing;
        this.file = file;
    }

    /// Loads the first of these libraries that is there, by name or path. Throws [CannotLoadException].
    public static Binding open(Class<?> transcript, List<String> libraries) {
        UnpackedJna.use();
        var missing = new TreeSet<String>();
        FunctionMapper standIn = (_, method) -> missing.contains(method.getName()) ? STAND_IN : method.getName();
        var library = load(libraries, Map.of(Library.OPTION_FUNCTION_MAPPER, standIn));
        var symbols = Stream.of(transcript.getDeclaredMethods())
                .filter(method -> Modifier.isNative(method.getModifiers()))
                .map(Method::getName)
                .toList();
        symbols.stream().filter(symbol -> !has(library, symbol)).forEach(missing::add);
        Native.register(transcript, library);
        var file = symbols.stream()
                .filter(symbol -> !missing.contains(symbol))
                .findFirst()
                .flatMap(symbol -> LoadedFile.of(library, symbol));
        return new Binding(transcript, library, Collections.unmodifiableSet(missing), file);
    }

    private static NativeLibrary load(List<String> libraries, Map<String, ?> options) {
        var reasons = new CannotLoadException(libraries);
        for (var name : libraries) {
            try {
                return NativeLibrary.getInstance(name, options);
            } catch (UnsatisfiedLinkError e) {
                reasons.addSuppressed(e);
            }
        }
        throw reasons;
    }

    private static boolean has(NativeLibrary library, String symbol) {
        try {
            return library.getGlobalVariableAddress(symbol) != null;
        } catch (UnsatisfiedLinkError _) {
            return false;
        }
    }

    /// Whether there is another file by now where the library was loaded from, or none. Where the loader does not tell
    /// from where, it is taken to be.
    boolean isReplaced() {
        return file.map(LoadedFile::isReplaced).orElse(true);
    }

    public Set<String> missing() {
        return missing;
    }

    /// Whether a call that returned this was to a symbol that the library lacks.
    public static boolean isMissing(int returned) {
        return returned >= SMALLEST_PAGE;
    }

    public String path() {
        return library.getFile().getPath();
    }

    /// Nobody may be in a call, nor call any more.
    @Override
    public void close() {
        Native.unregister(transcript);
        library.close();
    }
}
