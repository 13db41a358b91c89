package dev.faultbook.web;

import dev.faultbook.server.ClientAddress;
import dev.faultbook.server.Bulkhead;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.context.i18n.LocaleContext;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.servlet.View;
import org.springframework.web.servlet.ViewResolver;
import org.thymeleaf.spring6.view.ThymeleafViewResolver;

/**
 * Renders the pages that answer {@code POST} within the permits of {@link AnswerLimit}. That of a
 * log with many findings takes 0.4 s of processor time, which the virtual thread of the request
 * would take from all others. Their answers are buffered (see {@link PostAnswers}), so that a slow
 * client holds no permit. Every page is encoded in large pieces (see {@link PageWriter}).
 */
@Component
final class LimitedViews implements ViewResolver, Ordered {
  private final ThymeleafViewResolver pages;
  private final KeptParts parts;
  private final Bulkhead bulkhead;

  LimitedViews(ThymeleafViewResolver pages, KeptParts parts, Bulkhead renderingBulkhead) {
    this.pages = pages;
    this.parts = parts;
    this.bulkhead = renderingBulkhead;
  }

  @Override
  public int getOrder() {
    return pages.getOrder() - 1;
  }

  @Override
  public @Nullable View resolveViewName(String name, Locale locale) throws Exception {
    View page = pages.resolveViewName(name, locale);
    return page == null || name.startsWith("redirect:")
        ? page
        : new Limited(page, parts.in(locale));
  }

  private final class Limited implements View {
    private final View page;
    private final KeptParts.Parts kept;

    Limited(View page, KeptParts.Parts kept) {
      this.page = page;
      this.kept = kept;
    }

    @Override
    public @Nullable String getContentType() {
      return page.getContentType();
    }

    @Override
    public void render(
        @Nullable Map<String, ?> given, HttpServletRequest request, HttpServletResponse response)
        throws Exception {
      Map<String, Object> model = new HashMap<>(given == null ? Map.of() : given);
      model.put("kept", kept);
      HttpServletResponse buffered = PageWriter.over(response);
      if (!request.getMethod().equals("POST") || response.getStatus() >= 400) {
        page.render(model, request, buffered);
        return;
      }
      RequestAttributes attributes =
          Objects.requireNonNull(RequestContextHolder.getRequestAttributes());
      LocaleContext locale = LocaleContextHolder.getLocaleContext();
      bulkhead.call(
          ClientAddress.of(request),
          0,
          () -> {
            RequestContextHolder.setRequestAttributes(attributes);
            LocaleContextHolder.setLocaleContext(locale);
            try {
              page.render(model, request, buffered);
              return true;
            } finally {
              RequestContextHolder.resetRequestAttributes();
              LocaleContextHolder.resetLocaleContext();
            }
          });
    }
  }
}
