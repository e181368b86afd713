/// A lean HTTP/1.1 client that does one thing: GET the same page again and again.
@NullMarked
package io.gpuledger.analyzer.scrape.http;

import org.jspecify.annotations.NullMarked;
