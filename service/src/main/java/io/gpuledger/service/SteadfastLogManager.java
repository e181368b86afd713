package io.gpuledger.service;

import java.util.logging.LogManager;

/// The JDK's log manager goes silent as soon as the process is told to end, while our parts still have a word to say.
/// The launcher names this one to the JVM.
public final class SteadfastLogManager extends LogManager {
    @Override
    public void reset() {
        // The process ends; there is nothing to set back.
    }
}
