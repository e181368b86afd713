/// Answers what people and programs ask of the books.
@NullMarked
package io.gpuledger.analyzer.store.questions;

import org.jspecify.annotations.NullMarked;
