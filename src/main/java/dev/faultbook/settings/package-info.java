/**
 * The settings of the server: one record with units, defaults and reasons, bound to the properties
 * below {@code faultbook}. No other package reads a property.
 */
@NullMarked
package dev.faultbook.settings;

import org.jspecify.annotations.NullMarked;
