/**
 * The two languages of Faultbook, and short texts that exist in both.
 *
 * <p>This package imports nothing, so that every other package can use it.
 */
@NullMarked
package dev.faultbook.language;

import org.jspecify.annotations.NullMarked;
