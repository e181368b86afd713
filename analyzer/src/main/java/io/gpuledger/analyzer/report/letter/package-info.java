/// Writes the letters of a week. What a letter says is put together once, as [Block]s, and written down twice:
/// as HTML and as text. So both say the same.
@NullMarked
package io.gpuledger.analyzer.report.letter;

import org.jspecify.annotations.NullMarked;
