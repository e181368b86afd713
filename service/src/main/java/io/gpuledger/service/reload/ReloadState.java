package io.gpuledger.service.reload;

import java.time.Instant;

/// This is how the reloads of some files went.
///
/// @param success whether what the files say now is in force, as far as anybody has looked
/// @param lastSuccess when they were last taken into force
/// @param failures how often they were refused
public record ReloadState(boolean success, Instant lastSuccess, long failures) {
    ReloadState succeeded(Instant now) {
        return new ReloadState(true, now, failures);
    }

    ReloadState failed() {
        return new ReloadState(false, lastSuccess, failures + 1);
    }
}
