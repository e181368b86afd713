package io.gpuledger.exporter.doubles;

import com.sun.jna.NativeLibrary;
import java.nio.file.Path;

/// Looks into a double that is loaded, and keeps it loaded for as long as it looks.
public final class CallLog implements AutoCloseable {
    private final NativeLibrary library;

    CallLog(Path library) {
        this.library = NativeLibrary.getInstance(library.toString());
    }

    /// What it handed out and did not get back.
    public long held() {
        return library.getFunction("double_held").invokeLong(new Object[0]);
    }

    /// Calls that have not returned.
    public long inside() {
        return library.getFunction("double_inside").invokeLong(new Object[0]);
    }

    public long calls(String function) {
        return library.getFunction("double_calls").invokeLong(new Object[] {function});
    }

    public long tooClose() {
        return library.getFunction("double_too_close").invokeLong(new Object[0]);
    }

    @Override
    public void close() {
        library.close();
    }
}
