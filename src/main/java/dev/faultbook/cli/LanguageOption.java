package dev.faultbook.cli;

import dev.faultbook.content.Language;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code en} or {@code zh}. */
final class LanguageOption implements ITypeConverter<Language> {
  @Override
  public Language convert(String value) {
    return Language.fromTag(value)
        .orElseThrow(() -> new TypeConversionException("expected en or zh, not '" + value + "'"));
  }
}
