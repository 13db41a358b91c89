package dev.faultbook.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.faultbook.store.DiagnosisStore;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Regression: a shared log was redacted twice, by the service and by the store, each with a
 * redactor of its own. Now the store takes only what a redactor has made, and there is one.
 */
class OneRedactionTests {

  @Test
  void theStoreTakesOnlyARedactedText() {
    assertThat(Arrays.stream(DiagnosisStore.class.getMethods()))
        .filteredOn(method -> method.getName().equals("save"))
        .singleElement()
        .satisfies(save -> assertThat(save.getParameterTypes()).startsWith(RedactedText.class));
    assertThat(RedactedText.class.getDeclaredConstructors())
        .noneMatch(constructor -> Modifier.isPublic(constructor.getModifiers()));
  }

  @Test
  void thereIsOneRedactor() {
    assertThat(Arrays.stream(Redactor.class.getDeclaredConstructors()))
        .allMatch(constructor -> Modifier.isPrivate(constructor.getModifiers()));
    assertThat(new RedactionConfiguration().redactor()).isSameAs(Redactor.shared());
  }
}
