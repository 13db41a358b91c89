package dev.faultbook.api;

import dev.faultbook.content.Language;
import dev.faultbook.redaction.StrikeOuts;
import dev.faultbook.report.Report;
import dev.faultbook.server.AcceptHeader;
import dev.faultbook.server.QueryString;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.http.ResponseEntity;

/** The parameters of a call, read from the query string only, because the body may be a log. */
final class Query {
  private final QueryString values;
  private final Optional<Language> preferred;

  private Query(QueryString values, Optional<Language> preferred) {
    this.values = values;
    this.preferred = preferred;
  }

  static Query fromRequest(HttpServletRequest request) {
    QueryString values = QueryString.of(request);
    if (values.damaged()) {
      throw ApiException.badRequest("The query string is not correctly encoded.");
    }
    return new Query(values, AcceptHeader.preferredLanguage(request));
  }

  Optional<String> readText(String name) {
    return values.find(name);
  }

  /** The requested language; otherwise the one that the client prefers; otherwise English. */
  Language requestedLanguage() {
    Optional<String> asked = readText("lang");
    if (asked.isPresent()) {
      return Language.fromTag(asked.get())
          .orElseThrow(() -> ApiException.badRequest("lang must be en or zh."));
    }
    return preferred.orElse(Language.EN);
  }

  boolean readFlag(String name) {
    return readChoice(name, List.of("false", "true")).equals(Optional.of("true"));
  }

  /** The words of {@code redact=WORD}, which may be repeated. */
  StrikeOuts readStrikeOuts() {
    try {
      return new StrikeOuts(values.all("redact"));
    } catch (IllegalArgumentException e) {
      throw ApiException.badRequest(String.valueOf(e.getMessage()));
    }
  }

  int readNumber(String name, int otherwise, int min, int max) {
    Optional<String> given = readText(name);
    if (given.isEmpty()) {
      return otherwise;
    }
    try {
      int number = Integer.parseInt(given.get());
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw ApiException.badRequest(name + " must be a number from " + min + " to " + max + ".");
  }

  /** One of the known words; empty if the parameter is missing. */
  Optional<String> readChoice(String name, Collection<String> known) {
    Optional<String> given = readText(name);
    if (given.isPresent() && !known.contains(given.get())) {
      throw ApiException.badRequest(
          name + " must be one of " + String.join(", ", known.stream().sorted().toList()) + ".");
    }
    return given;
  }

  /** Whether {@code detail} asks for the short form. */
  boolean readBrief() {
    return readChoice("detail", List.of("full", "short")).equals(Optional.of("short"));
  }

  /** How much of a report {@code detail}, {@code evidence} and {@code series} ask for. */
  Report.Detail readDetail() {
    int evidence = readNumber("evidence", Integer.MAX_VALUE, 0, Integer.MAX_VALUE);
    return new Report.Detail(readBrief() ? Math.min(1, evidence) : evidence, readFlag("series"));
  }

  /** An answer 200 in a language. */
  static ResponseEntity.BodyBuilder startResponse(Language language) {
    return ResponseEntity.ok()
        .header("Content-Language", language.tag())
        .header("Vary", "Accept-Language");
  }
}
