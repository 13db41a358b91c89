package dev.faultbook.web;

import dev.faultbook.content.Language;
import dev.faultbook.server.AcceptHeader;
import dev.faultbook.server.QueryString;
import dev.faultbook.server.signin.CuratorSignIn;
import dev.faultbook.server.signin.SignIn;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.LocaleResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.i18n.AcceptHeaderLocaleResolver;
import org.springframework.web.servlet.resource.VersionResourceResolver;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** Provides every page with the data of its frame, and stores the selected language. */
@Configuration(proxyBeanMethods = false)
class PageSetup implements WebMvcConfigurer {
  private static final Duration KEPT = Duration.ofDays(365);

  private final CuratorSignIn signIn;

  PageSetup(CuratorSignIn signIn) {
    this.signIn = signIn;
  }

  /** Gives templates the locale of the selected language. */
  @Bean
  LocaleResolver localeResolver() {
    return new AcceptHeaderLocaleResolver() {
      @Override
      public Locale resolveLocale(HttpServletRequest request) {
        return Formatter.localeOf(LanguageResolver.resolveLanguage(request));
      }
    };
  }

  /**
   * The address of a style sheet or script contains a hash of its content, so the content never
   * changes.
   */
  @Override
  public void addResourceHandlers(ResourceHandlerRegistry registry) {
    registry
        .addResourceHandler("/assets/**")
        .addResourceLocations("classpath:/static/assets/")
        .setCacheControl(CacheControl.maxAge(KEPT).cachePublic().immutable())
        .resourceChain(true)
        .addResolver(new VersionResourceResolver().addContentVersionStrategy("/**"));
  }

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
            "/search.json",
            "/hooks/**",
            "/collect.sh",
            "/collect-hang.sh");
    registry
        .addInterceptor(new CurateAccess(signIn))
        .addPathPatterns(CuratePage.PATH, CuratePage.PATH + "/**");
  }

  /**
   * The data of a page's frame.
   *
   * @param lang its language
   * @param other the other language
   * @param here the page's addresses by language
   * @param base the server's address
   */
  public record Here(String lang, String other, Map<String, String> here, String base) {}

  /** Adds the data of the frame to a page's model. */
  static void fillFrame(
      HttpServletRequest request, HttpServletResponse response, ModelAndView page) {
    Language language = LanguageResolver.resolveLanguage(request);
    String base = ServletUriComponentsBuilder.fromContextPath(request).build().toUriString();
    Object error = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
    String path = error == null ? request.getRequestURI() : error.toString();
    Map<String, String> here = new LinkedHashMap<>();
    for (Language each : Language.values()) {
      Map<String, String> query = new LinkedHashMap<>(QueryString.of(request).toMap());
      query.put("lang", each.tag());
      here.put(each.tag(), path + "?" + QueryString.toQuery(query));
    }
    response.setHeader("Content-Language", language.tag());
    page.addObject(
        "site",
        new Here(language.tag(), language == Language.ZH ? "en" : "zh", Map.copyOf(here), base));
    page.addObject("words", new Formatter(language));
    page.addObject("account", request.getAttribute(SignIn.ON) != null ? SignIn.PATH : null);
  }

  private static final class Frame implements HandlerInterceptor {
    @Override
    public boolean preHandle(
        HttpServletRequest request, HttpServletResponse response, Object handler) {
      LanguageResolver.keepLanguage(request, response);
      return true;
    }

    @Override
    public void postHandle(
        HttpServletRequest request,
        HttpServletResponse response,
        Object handler,
        @Nullable ModelAndView page)
        throws HttpMediaTypeNotAcceptableException {
      String view = page == null ? null : page.getViewName();
      if (page != null && view != null && !view.startsWith("redirect:")) {
        if (request.getMethod().equals("GET") && !AcceptHeader.allowsHtml(request)) {
          throw new HttpMediaTypeNotAcceptableException(List.of(MediaType.TEXT_HTML));
        }
        fillFrame(request, response, page);
      }
    }
  }
}
