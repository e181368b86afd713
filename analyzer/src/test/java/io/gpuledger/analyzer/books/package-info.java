@NullMarked
package io.gpuledger.analyzer.books;

import org.jspecify.annotations.NullMarked;
