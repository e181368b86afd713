package io.gpuledger.analyzer.web.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Describes what is answered without an [Endpoint], for the description of the API.
///
/// @param name is for programs
/// @param sent the media type of the body of a request, where it has one
/// @param answered by the status: the media types of the body, of which there may be none
/// @param refused by what statuses the path itself refuses, besides those that all do
public record OtherPath(
        String method,
        String path,
        String name,
        String purpose,
        Optional<String> sent,
        Map<Integer, List<String>> answered,
        List<Integer> refused) {}
