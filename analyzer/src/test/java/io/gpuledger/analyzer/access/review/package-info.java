@NullMarked
package io.gpuledger.analyzer.access.review;

import org.jspecify.annotations.NullMarked;
