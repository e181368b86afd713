package io.gpuledger.analyzer.fit.device;

import java.util.List;

/// What a claim asks for: for each of its requests devices, and what all of them have in common.
///
/// @param isSpecial whether it asks for more than is looked at here
public record Demand(List<Request> requests, List<Constraint> constraints, boolean isSpecial) {
    public Demand {
        requests = List.copyOf(requests);
        constraints = List.copyOf(constraints);
    }

    /// One request, of whose options the first that can be had is taken; most have one.
    public record Request(String name, List<Option> options) {
        public Request {
            options = List.copyOf(options);
        }
    }

    /// One way to meet a request: so many devices of a class.
    ///
    /// @param name empty where the request has this option only
    /// @param deviceClass the name of the class, whose selectors have to select the devices, too
    /// @param count how many, where not all
    /// @param isForAdmin whether it takes devices that others hold, and takes them away from nobody
    public record Option(
            String name, String deviceClass, List<String> selectors, Mode mode, long count, boolean isForAdmin) {
        public Option {
            selectors = List.copyOf(selectors);
        }
    }

    /// How many devices are asked for.
    public enum Mode {
        EXACTLY,
        /// All of those there are, which may be none: as it was in Kubernetes 1.32 and before.
        ALL,
        /// All of those there are, and there has to be one.
        ALL_OF_SOME
    }

    /// All devices have the same value of an attribute.
    ///
    /// @param requests those that it is about, by their names; all where there are none
    /// @param attribute its name, with a domain
    public record Constraint(List<String> requests, String attribute) {
        public Constraint {
            requests = List.copyOf(requests);
        }

        boolean isAbout(Request request, Option option) {
            return requests.isEmpty()
                    || requests.contains(request.name())
                    || requests.contains(request.name() + "/" + option.name());
        }
    }
}
