package io.gpuledger.gate;

import static java.util.stream.Collectors.toSet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.ConstantPool;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// The packages that a file refers to.
final class References {
    /// A type is written as `Lio/gpuledger/Xid;` or `Ljava/util/List<`, anywhere in a descriptor or a signature.
    private static final Pattern TYPE = Pattern.compile("L((?:[\\w$]+/)+)[\\w$]+[;<]");

    /// `import static io.gpuledger.Xid.FATAL;`: the package ends before the first upper-case letter, or before the `*`.
    private static final Pattern IMPORT =
            Pattern.compile("^import (?:static )?((?:\\p{Lower}\\w*\\.)+)[\\p{Upper}*]", Pattern.MULTILINE);

    private References() {}

    static Set<String> ofClass(Path file) {
        try {
            var pool = ClassFile.of().parse(file).constantPool();
            return Stream.concat(classes(pool), types(pool))
                    .map(folder -> folder.replace('/', '.'))
                    .collect(toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The compiler copies constants, so that an import for their sake leaves no trace in the class.
    static Set<String> ofSource(Path file) {
        return IMPORT.matcher(Repository.read(file))
                .results()
                .map(found -> withoutLast(found.group(1)))
                .collect(toSet());
    }

    private static Stream<String> classes(ConstantPool pool) {
        return entries(pool, ClassEntry.class)
                .map(ClassEntry::asInternalName)
                .filter(name -> name.contains("/") && !name.startsWith("["))
                .map(name -> name.substring(0, name.lastIndexOf('/')));
    }

    /// Descriptors, signatures and annotations are plain text in the pool, as are string constants and the texts in
    /// annotations: those are told by who refers to them, these by their blanks.
    private static Stream<String> types(ConstantPool pool) {
        var constants = entries(pool, StringEntry.class).map(StringEntry::utf8).collect(toSet());
        return entries(pool, Utf8Entry.class)
                .filter(entry -> !constants.contains(entry))
                .map(Utf8Entry::stringValue)
                .filter(text -> text.chars().noneMatch(Character::isWhitespace))
                .flatMap(text -> TYPE.matcher(text).results())
                .map(found -> withoutLast(found.group(1)));
    }

    private static <T extends PoolEntry> Stream<T> entries(ConstantPool pool, Class<T> kind) {
        return StreamSupport.stream(pool.spliterator(), false)
                .filter(kind::isInstance)
                .map(kind::cast);
    }

    private static String withoutLast(String text) {
        return text.substring(0, text.length() - 1);
    }
}
