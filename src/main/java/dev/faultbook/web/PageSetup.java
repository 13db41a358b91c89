package dev.faultbook.web;

import dev.faultbook.language.Language;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseCookie;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** Gives every page what its frame shows, and keeps the language that was chosen. */
@Configuration(proxyBeanMethods = false)
class PageSetup implements WebMvcConfigurer {
  private static final Duration KEPT = Duration.ofDays(365);

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry
        .addInterceptor(new Frame())
        .excludePathPatterns(
            "/api/**",
            "/v3/**",
            "/swagger-ui/**",
            "/actuator/**",
            "/assets/**",
            "/collect.sh",
            "/opensearch.xml",
            "/search/suggestions");
  }

  /**
   * What the frame of a page needs.
   *
   * @param lang its language
   * @param other the other language
   * @param here the page's address in English and Chinese, by language
   * @param base the server's address
   */
  public record Here(String lang, String other, Map<String, String> here, String base) {}

  /** Gives a page what its frame shows. */
  static void frame(HttpServletRequest request, HttpServletResponse response, ModelAndView page) {
    Language language = LanguageResolver.of(request);
    String base = ServletUriComponentsBuilder.fromContextPath(request).build().toUriString();
    Object error = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
    String path = error == null ? request.getRequestURI() : error.toString();
    Map<String, String> here = new LinkedHashMap<>();
    for (Language each : Language.values()) {
      Map<String, String> query = new LinkedHashMap<>(QueryString.all(request));
      query.put("lang", each.tag());
      here.put(each.tag(), path + "?" + QueryString.of(query));
    }
    response.setHeader("Content-Language", language.tag());
    page.addObject(
        "site",
        new Here(language.tag(), language == Language.ZH ? "en" : "zh", Map.copyOf(here), base));
    page.addObject("words", new Formatter(language));
  }

  private static final class Frame implements HandlerInterceptor {
    @Override
    public boolean preHandle(
        HttpServletRequest request, HttpServletResponse response, Object handler) {
      Optional<Language> asked = LanguageResolver.asked(request);
      if (asked.isPresent()) {
        response.addHeader(
            "Set-Cookie",
            ResponseCookie.from(LanguageResolver.COOKIE, asked.get().tag())
                .path("/")
                .maxAge(KEPT)
                .httpOnly(true)
                .sameSite("Lax")
                .build()
                .toString());
      }
      response.addHeader("Vary", "Accept-Language, Cookie");
      return true;
    }

    @Override
    public void postHandle(
        HttpServletRequest request,
        HttpServletResponse response,
        Object handler,
        ModelAndView page) {
      String view = page == null ? null : page.getViewName();
      if (view != null && !view.startsWith("redirect:")) {
        frame(request, response, page);
      }
    }
  }
}
