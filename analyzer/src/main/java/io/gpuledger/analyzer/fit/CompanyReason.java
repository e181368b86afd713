package io.gpuledger.analyzer.fit;

import java.util.List;

/// A reason of which other pods are the cause, by where they are.
public sealed interface CompanyReason extends Reason {
    @Override
    default Step step() {
        return Step.COMPANY;
    }

    /// The node is in no domain of a constraint: it does not have the label.
    record NoDomain(Spread spread) implements CompanyReason {
        @Override
        public String inSchedulersWords() {
            return "node(s) didn't match pod topology spread constraints (missing required label)";
        }

        @Override
        public Step step() {
            return Step.SPREAD;
        }
    }

    /// With the pod, the node's domain would have too many more than the one that has the fewest.
    ///
    /// @param there how many it would have then
    /// @param fewest how many that one has
    record Uneven(Spread spread, String domain, long there, long fewest) implements CompanyReason {
        public long tooMany() {
            return there - fewest - spread.skewMax();
        }

        @Override
        public String inSchedulersWords() {
            return "node(s) didn't match pod topology spread constraints";
        }

        @Override
        public Step step() {
            return Step.SPREAD;
        }

        @Override
        public Object gist() {
            return List.of("uneven", spread);
        }
    }

    /// None of the pods that the pod has to be near are near.
    record Alone(PodTerm term) implements CompanyReason {
        @Override
        public String inSchedulersWords() {
            return "node(s) didn't match pod affinity rules";
        }
    }

    /// A pod that it must not be near is near.
    ///
    /// @param domain where, as a value of the term's label
    record TooNear(PodTerm term, String domain) implements CompanyReason {
        @Override
        public String inSchedulersWords() {
            return "node(s) didn't match pod anti-affinity rules";
        }

        @Override
        public Object gist() {
            return List.of("too near", term);
        }
    }

    /// A pod that is near must not be near it.
    ///
    /// @param term that pod's
    record Unwelcome(PodTerm term, String domain) implements CompanyReason {
        @Override
        public String inSchedulersWords() {
            return "node(s) didn't satisfy existing pods anti-affinity rules";
        }

        @Override
        public Object gist() {
            return List.of("unwelcome", term);
        }
    }
}
