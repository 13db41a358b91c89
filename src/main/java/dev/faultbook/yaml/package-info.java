/**
 * YAML mappings that report what is missing or unknown, and the errors that readers of content
 * collect.
 *
 * <p>A mistake in a content file is a result, not an exception: every {@link
 * dev.faultbook.yaml.ContentError} names file and line, and one run of {@code check} lists all of
 * them.
 */
@NullMarked
package dev.faultbook.yaml;

import org.jspecify.annotations.NullMarked;
