package dev.faultbook.web;

import dev.faultbook.content.Language;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.LocaleResolver;

/** Provides templates with the locale of the selected language. */
@Component("localeResolver")
class ChosenLocale implements LocaleResolver {
  @Override
  public Locale resolveLocale(HttpServletRequest request) {
    return LanguageResolver.resolveLanguage(request) == Language.ZH
        ? Locale.SIMPLIFIED_CHINESE
        : Locale.ENGLISH;
  }

  @Override
  public void setLocale(
      HttpServletRequest request, @Nullable HttpServletResponse response, @Nullable Locale locale) {
    throw new UnsupportedOperationException("The language is chosen by ?lang=");
  }
}
