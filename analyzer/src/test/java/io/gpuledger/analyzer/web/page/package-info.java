@NullMarked
package io.gpuledger.analyzer.web.page;

import org.jspecify.annotations.NullMarked;
