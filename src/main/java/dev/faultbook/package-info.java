/**
 * The root: {@link dev.faultbook.Application} alone, which hands over to a door (web application or
 * command line). Nothing imports the root, so that every package below can be read without it.
 */
@NullMarked
package dev.faultbook;

import org.jspecify.annotations.NullMarked;
