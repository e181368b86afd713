package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Holding.Share;
import io.gpuledger.analyzer.time.Span;

/// A pod holds a unit, or some of the replicas that it is advertised as.
///
/// @param isReckoned whether that is known by count alone
record Hold(Tenant tenant, Part part, Span span, boolean isReckoned) {
    Hold(Tenant tenant, Part part, Span span) {
        this(tenant, part, span, false);
    }

    boolean isFollowedBy(Hold other) {
        return tenant.equals(other.tenant) && span.to() == other.span.from();
    }

    /// @param held of so many
    record Part(int held, int replicas) {
        static final Part ALL = new Part(1, 1);

        /// Nobody holds more than there is, whatever was said.
        static Part of(Share share) {
            var replicas = Math.max(1, share.replicas());
            return new Part(Math.clamp(share.replicasHeld(), 0, replicas), replicas);
        }

        boolean isShared() {
            return held < replicas;
        }
    }
}
