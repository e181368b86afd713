package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.fit.device.Finding.TooFew;
import java.util.List;

/// A reason of which a claim on devices is the cause.
public sealed interface DeviceReason extends Reason {
    /// The scheduler does not tell which, and why.
    String NOT_ALL = "cannot allocate all claims";

    /// The beginning of what the scheduler says when it ends with an error.
    String ERROR = "running \"DynamicResources\" filter plugin";

    /// The same, when it had chosen a node.
    String LATE_ERROR = "running PreBind plugin \"DynamicResources\"";

    @Override
    default Step step() {
        return Step.DEVICES;
    }

    /// The claim has devices that cannot be had from the node.
    record Elsewhere(String claim) implements DeviceReason {
        @Override
        public String inSchedulersWords() {
            return "resourceclaim not available on the node";
        }
    }

    /// Too few of the devices can be had.
    ///
    /// @param claim what the pod calls it
    record Lacking(String claim, TooFew few) implements DeviceReason {
        /// Says why the node has too few: because of what is there, or because others hold it.
        public enum Kind {
            /// It has none of the class.
            NONE_OF_CLASS,
            /// It has some of the class, and the claim selects none of them.
            NONE_SELECTED,
            /// It has some, and less than are asked for.
            TOO_FEW,
            /// It has as many, and others hold them.
            HELD
        }

        public Kind kind() {
            return few.ofClass() == 0
                    ? Kind.NONE_OF_CLASS
                    : few.selected() == 0
                            ? Kind.NONE_SELECTED
                            : few.selected() < few.asked() ? Kind.TOO_FEW : Kind.HELD;
        }

        /// Says whether the node would have too few without any other claim.
        public boolean isForGood() {
            return kind() != Kind.HELD;
        }

        @Override
        public String inSchedulersWords() {
            return NOT_ALL;
        }

        @Override
        public Object gist() {
            return List.of(claim, few.request(), few.deviceClass(), kind());
        }
    }

    /// The node has enough for each, and no choice would do for all that is asked for.
    record NoChoice(String claim) implements DeviceReason {
        @Override
        public String inSchedulersWords() {
            return NOT_ALL;
        }
    }

    /// The scheduler ends with an error here, and puts the pod nowhere.
    record Failed(String claim, String why) implements DeviceReason {
        @Override
        public String inSchedulersWords() {
            return ERROR;
        }

        @Override
        public Object gist() {
            return List.of(claim, ERROR);
        }
    }

    /// It cannot be told here whether the devices can be had.
    ///
    /// @param mayFail whether the scheduler may end with an error here, and put the pod nowhere
    record Unclear(String claim, String why, boolean mayFail) implements DeviceReason {
        @Override
        public String inSchedulersWords() {
            return NOT_ALL;
        }

        @Override
        public Object gist() {
            return List.of(claim, mayFail);
        }
    }
}
