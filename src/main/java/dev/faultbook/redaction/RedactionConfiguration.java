package dev.faultbook.redaction;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Hands out the one redactor. */
@Configuration(proxyBeanMethods = false)
class RedactionConfiguration {
  @Bean
  Redactor redactor() {
    return Redactor.shared();
  }
}
