/**
 * The root package: {@link dev.faultbook.Application} alone, which starts an entry point (the web
 * application or the command line). No package imports the root.
 */
@NullMarked
package dev.faultbook;

import org.jspecify.annotations.NullMarked;
