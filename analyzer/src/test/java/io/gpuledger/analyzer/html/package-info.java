@NullMarked
package io.gpuledger.analyzer.html;

import org.jspecify.annotations.NullMarked;
