package dev.faultbook.web;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Knowledge;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.springframework.context.MessageSource;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import org.springframework.web.util.HtmlUtils;

/** Lets browsers search from their address bar, with OpenSearch 1.1 suggestions. */
@Controller
class OpenSearch {
  private static final int SUGGESTIONS = 8;
  private static final int LONGEST = 1000;

  private final MessageSource messages;
  private final Knowledge knowledge;

  OpenSearch(MessageSource messages, Knowledge knowledge) {
    this.messages = messages;
    this.knowledge = knowledge;
  }

  @GetMapping("/opensearch.xml")
  ResponseEntity<String> description(HttpServletRequest request) {
    Language language = LanguageResolver.resolveLanguage(request);
    Locale locale = language == Language.ZH ? Locale.SIMPLIFIED_CHINESE : Locale.ENGLISH;
    String base =
        HtmlUtils.htmlEscape(ServletUriComponentsBuilder.fromCurrentContextPath().toUriString());
    String lang = language.tag();
    String text =
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
          <ShortName>%s</ShortName>
          <Description>%s</Description>
          <Language>%s</Language>
          <InputEncoding>UTF-8</InputEncoding>
          <OutputEncoding>UTF-8</OutputEncoding>
          <Image width="16" height="16" type="image/svg+xml">%s/assets/icon.svg</Image>
          <Url type="text/html" template="%s/search?q={searchTerms}&amp;lang=%s"/>
          <Url type="application/x-suggestions+json" template="%s/search/suggestions?q={searchTerms}&amp;lang=%s"/>
          <Url type="application/opensearchdescription+xml" rel="self" template="%s/opensearch.xml?lang=%s"/>
        </OpenSearchDescription>
        """
            .formatted(
                messages.getMessage("opensearch.name", null, locale),
                messages.getMessage("opensearch.description", null, locale),
                language == Language.ZH ? "zh-CN" : "en",
                base,
                base,
                lang,
                base,
                lang,
                base,
                lang);
    return ResponseEntity.ok()
        .header("Content-Type", "application/opensearchdescription+xml;charset=UTF-8")
        .body(text);
  }

  /** The query, titles of matching pages, and their addresses, each as a list. */
  @GetMapping(value = "/search/suggestions", produces = "application/x-suggestions+json")
  ResponseEntity<List<Object>> suggestions(HttpServletRequest request) {
    Language language = LanguageResolver.resolveLanguage(request);
    String base = ServletUriComponentsBuilder.fromCurrentContextPath().build().toUriString();
    String asked = QueryString.readValue(request, "q").orElse("");
    String q = asked.length() > LONGEST ? asked.substring(0, LONGEST) : asked;
    List<String> titles = new ArrayList<>();
    List<String> addresses = new ArrayList<>();
    knowledge.search(q, language, SUGGESTIONS).hits().stream()
        .flatMap(hit -> SearchPage.toHit(hit, knowledge, language))
        .forEach(
            hit -> {
              titles.add(hit.title());
              addresses.add(base + hit.url());
            });
    return ResponseEntity.ok().body(List.of(q, titles, List.<String>of(), addresses));
  }
}
