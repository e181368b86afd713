/// The letters' way out: who gets them, when, and how they are handed to a mail relay once.
@NullMarked
package io.gpuledger.analyzer.mail;

import org.jspecify.annotations.NullMarked;
