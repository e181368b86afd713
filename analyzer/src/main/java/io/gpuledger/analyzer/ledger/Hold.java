package io.gpuledger.analyzer.ledger;

/// A pod holds a unit, or some of the replicas that it is advertised as.
record Hold(Tenant tenant, Part part, Span span) {
    /// @param held of so many
    record Part(int held, int replicas) {
        static final Part ALL = new Part(1, 1);

        boolean isShared() {
            return held < replicas;
        }
    }
}
