package dev.faultbook.web;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;
import org.thymeleaf.ITemplateEngine;
import org.thymeleaf.context.Context;

/**
 * Parts of pages that depend on nothing but the language and some values of the catalogue. Each is
 * rendered once and kept: rendering them anew took a tenth of the time of a result's page. Text of
 * a log never gets here.
 */
@Component
final class KeptParts {
  /** Most parts that are kept; any further one is rendered each time. There are a few hundred. */
  private static final int MOST = 4096;

  private static final String TEMPLATE = "kept";

  private final ITemplateEngine engine;
  private final Map<Part, String> kept = new ConcurrentHashMap<>();

  KeptParts(ITemplateEngine engine) {
    this.engine = engine;
  }

  /**
   * A part.
   *
   * @param locale its language
   * @param fragment its name in the template
   * @param values the values that it needs, by name
   */
  private record Part(Locale locale, String fragment, Map<String, Object> values) {}

  /** The parts in one language, for templates. */
  Parts in(Locale locale) {
    return new Parts(locale);
  }

  private String render(Part part) {
    return engine.process(
        TEMPLATE, Set.of(part.fragment()), new Context(part.locale(), part.values()));
  }

  private String find(Part part) {
    String html = kept.get(part);
    if (html == null) {
      html = render(part);
      if (kept.size() < MOST) {
        kept.put(part, html);
      }
    }
    return html;
  }

  /** The parts in one language, as HTML. */
  public final class Parts {
    private final Locale locale;

    private Parts(Locale locale) {
      this.locale = locale;
    }

    /** The navigation at the top of every page. */
    public String navigation() {
      return part("navigation", Map.of());
    }

    /** The links at the foot of every page. */
    public String foot() {
      return part("foot", Map.of());
    }

    /**
     * The bar above a log.
     *
     * @param hits whether lines of it are evidence
     * @param saved whether its lines have addresses
     */
    public String logBar(boolean hits, boolean saved) {
      return part("logbar", Map.of("hits", hits, "linked", saved));
    }

    /** The layers from the program to the host, the broken one marked. */
    public String strip(String layer) {
      return part("strip", Map.of("layer", layer));
    }

    /** The form that asks whether an entry was the right answer. */
    public String vote(String entry) {
      return part("vote", Map.of("entry", entry));
    }

    /** Whether a remedy only inspects, in a word. */
    public String kind(boolean check) {
      return part("kind", Map.of("check", check));
    }

    /** The risks of a remedy. */
    public String risks(List<String> risks) {
      return part("risks", Map.of("risks", risks));
    }

    /** The sign of an event or a state in the drawing of the ranks. */
    public String sign(String kind) {
      return part("sign", Map.of("kind", kind));
    }

    private String part(String fragment, Map<String, Object> values) {
      return find(new Part(locale, fragment, values));
    }
  }
}
