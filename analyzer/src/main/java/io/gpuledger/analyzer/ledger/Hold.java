package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Holding.Share;
import io.gpuledger.analyzer.time.Span;

/// A time in which a pod holds a unit, or some of the replicas that the unit is advertised as.
///
/// @param isReckoned whether that is known by count alone
record Hold(Tenant tenant, Part part, Span span, boolean isReckoned) {
    Hold(Tenant tenant, Part part, Span span) {
        this(tenant, part, span, false);
    }

    boolean isFollowedBy(Hold other) {
        return tenant.equals(other.tenant) && span.to() == other.span.from();
    }

    /// The part of a unit that a pod holds.
    ///
    /// @param held how many of the replicas it holds
    /// @param replicas how many the unit is advertised as
    record Part(int held, int replicas) {
        static final Part ALL = new Part(1, 1);

        /// Returns the part that a share comes to. Nobody holds more than there is, whatever was said.
        static Part of(Share share) {
            var replicas = Math.max(1, share.replicas());
            return new Part(Math.clamp(share.replicasHeld(), 0, replicas), replicas);
        }

        boolean isShared() {
            return held < replicas;
        }
    }
}
