@NullMarked
package io.gpuledger.analyzer.alert;

import org.jspecify.annotations.NullMarked;
