package dev.faultbook.archive;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.ComponentScan;

/** The archive without the rest of the application. */
@EnableAutoConfiguration
@ComponentScan
class ArchiveOnly {}
