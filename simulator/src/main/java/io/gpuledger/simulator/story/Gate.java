package io.gpuledger.simulator.story;

/// A gate keeps the scheduler from looking at a pod.
public enum Gate {
    /// Its queue opens it, when there is quota for the pod.
    QUEUE("kueue.x-k8s.io/admission"),
    /// Somebody opens it, when there is what the pod needs.
    OWNER("example.com/data-is-staged");

    private final String word;

    Gate(String word) {
        this.word = word;
    }

    /// Returns its name in a pod's specification.
    public String word() {
        return word;
    }
}
