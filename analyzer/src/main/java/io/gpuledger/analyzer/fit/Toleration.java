package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.cluster.Taint;

/// A toleration lets a pod be put on a node in spite of a taint.
///
/// @param key empty where it is for all keys
/// @param exists whether it is for all values of its key (`Exists`), and not for one (`Equal`)
/// @param value the value that it is for, which may be empty
/// @param effect empty where it is for all effects
public record Toleration(String key, boolean exists, String value, String effect) {
    /// It lets a pod be put on a node in spite of any taint.
    public static final Toleration OF_ALL = new Toleration("", true, "", "");

    boolean tolerates(Taint taint) {
        return (effect.isEmpty() || effect.equals(taint.effect()))
                && (key.isEmpty() || key.equals(taint.key()))
                && (exists || value.equals(taint.value()));
    }
}
