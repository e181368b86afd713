/// Settings: each declared once beside its owner, given by flag, environment or file.
@NullMarked
package io.gpuledger.service.settings;

import org.jspecify.annotations.NullMarked;
