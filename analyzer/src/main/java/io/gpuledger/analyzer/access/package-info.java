/// Here is who may what: roles, and who has them by the access file. Nothing here knows of HTTP.
@NullMarked
package io.gpuledger.analyzer.access;

import org.jspecify.annotations.NullMarked;
