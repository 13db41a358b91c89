package dev.faultbook.store;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;

/**
 * The store without the rest of the application, and so without what needs the knowledge: the
 * service that diagnoses a log before storing it, and the layer of entries.
 */
@EnableAutoConfiguration
@ComponentScan(
    basePackages = {"dev.faultbook.store", "dev.faultbook.redaction"},
    excludeFilters =
        @ComponentScan.Filter(
            type = FilterType.ASSIGNABLE_TYPE,
            classes = {ShareService.class, EntryLayer.class}))
class StoreOnly {}
