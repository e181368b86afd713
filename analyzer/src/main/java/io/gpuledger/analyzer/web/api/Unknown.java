package io.gpuledger.analyzer.web.api;

/// What becomes of a parameter that is not declared.
public enum Unknown {
    /// The question is refused: with a slip in the name of a filter it would be answered as another question.
    REFUSED,
    /// It is passed over, as clients of the API that is imitated may say what that one knows.
    IGNORED
}
