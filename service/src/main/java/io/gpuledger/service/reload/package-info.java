/// Files that are read anew when they change, or when somebody says so with SIGHUP.
@NullMarked
package io.gpuledger.service.reload;

import org.jspecify.annotations.NullMarked;
