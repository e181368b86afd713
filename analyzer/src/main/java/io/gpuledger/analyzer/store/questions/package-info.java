/// What people and programs ask of the books, and the answers.
@NullMarked
package io.gpuledger.analyzer.store.questions;

import org.jspecify.annotations.NullMarked;
