package dev.faultbook.api;

import io.swagger.v3.core.jackson.ModelResolver;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.providers.ObjectMapperProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What makes the OpenAPI document. */
@Configuration(proxyBeanMethods = false)
class Description {
  private final SchemaNames names = new SchemaNames();

  @Bean
  ModelResolver namedSchemas(ObjectMapperProvider mappers) {
    return new ModelResolver(mappers.jsonMapper(), names).openapi31(true);
  }

  @Bean
  OpenApiCustomizer documentedCalls() {
    return new DocumentedCalls();
  }

  @Bean
  OpenApiCustomizer nullableProperties() {
    return new NullableProperties(names);
  }

  @Bean
  OpenApiCustomizer documentedErrors() {
    return new DocumentedErrors();
  }
}
