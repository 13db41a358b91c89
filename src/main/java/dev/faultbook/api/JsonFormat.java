package dev.faultbook.api;

import dev.faultbook.report.HiddenEscapes;
import org.springframework.boot.jackson.autoconfigure.JsonFactoryBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The form of all JSON documents that the server writes. */
@Configuration(proxyBeanMethods = false)
class JsonFormat {
  /** A document that curl prints contains nothing that controls a terminal. */
  @Bean
  JsonFactoryBuilderCustomizer escapesOfHiddenCharacters() {
    return factory -> factory.characterEscapes(new HiddenEscapes());
  }
}
