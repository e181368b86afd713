/// Shows the books, the present and the targets to people and to programs.
@NullMarked
package io.gpuledger.analyzer.web;

import org.jspecify.annotations.NullMarked;
