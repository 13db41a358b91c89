/**
 * The command line: one jar is server and tool. The commands need neither database nor network, so
 * they do without the web application's context and start in about a second.
 */
package dev.faultbook.cli;
