package io.gpuledger.analyzer.store.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.tukaani.xz.XZInputStream;

/// Unpacks the archive in which PostgreSQL's programs come. Only this class knows of XZ, whose jar is sealed: where
/// classes of a sealed jar are in an AOT cache, no JVM starts from it in another folder. So it is loaded only when
/// something is unpacked.
final class Archive {
    private Archive() {}

    static void unpack(InputStream packed, Path into) throws IOException {
        Tar.unpack(new XZInputStream(packed), into);
    }
}
