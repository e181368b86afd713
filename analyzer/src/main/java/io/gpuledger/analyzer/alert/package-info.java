/// Tells Alertmanagers of findings: which ones are open, and which ones are over.
@NullMarked
package io.gpuledger.analyzer.alert;

import org.jspecify.annotations.NullMarked;
