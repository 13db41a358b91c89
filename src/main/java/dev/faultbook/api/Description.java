package dev.faultbook.api;

import io.swagger.v3.core.jackson.ModelResolver;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.providers.ObjectMapperProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The general part of the OpenAPI document. */
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

  @Bean
  OpenAPI openApi() {
    return new OpenAPI()
        .info(
            new Info()
                .title("Faultbook")
                .version("v1")
                .description(
                    """
                    Send the log of a failed training job, get its root cause and the page that \
                    fixes it. Nothing of a log is stored unless `save=true` is given; then the log \
                    is redacted first. Errors are `application/problem+json` (RFC 9457).\
                    """)
                .license(
                    new License()
                        .name("Apache-2.0")
                        .url("https://www.apache.org/licenses/LICENSE-2.0")));
  }
}
