package dev.faultbook.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.faultbook.codes.Code;
import dev.faultbook.codes.CodeAction;
import dev.faultbook.codes.CodeCase;
import dev.faultbook.codes.CodeFamily;
import dev.faultbook.codes.CodeTables;
import dev.faultbook.content.Language;
import dev.faultbook.content.LocalizedText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The documents about codes, in REST and on the command line. */
public final class Codes {
  private Codes() {}

  /** The families. */
  public record Families(int total, List<FamilyBrief> families) {
    public static Families of(CodeTables tables, Language language) {
      return new Families(
          tables.families().size(),
          tables.families().stream().map(one -> FamilyBrief.fromFamily(one, language)).toList());
    }
  }

  /** A family in a list. */
  public record FamilyBrief(String family, String name, String about, int codes, String url) {
    static FamilyBrief fromFamily(CodeFamily family, Language language) {
      return new FamilyBrief(
          family.id(),
          family.name().in(language),
          family.about().in(language),
          family.codes().size(),
          "/codes/" + family.id());
    }
  }

  /** A family with its codes. */
  public record Family(
      String family,
      String name,
      String about,
      @Nullable String advisor,
      List<String> notes,
      List<String> sources,
      int total,
      List<Brief> codes,
      String url) {
    public static Family fromFamily(CodeFamily family, Language language) {
      return new Family(
          family.id(),
          family.name().in(language),
          family.about().in(language),
          family.advisor().orElse(null),
          family.notes().stream().map((LocalizedText note) -> note.in(language)).toList(),
          family.sources(),
          family.codes().size(),
          family.codes().stream().map(code -> Brief.fromCode(code, language)).toList(),
          "/codes/" + family.id());
    }
  }

  /** Identifies a code. */
  public record Name(String family, String code, String name, String kind, String url) {
    static Name fromCode(Code code) {
      return new Name(
          code.family(), code.code(), code.spelling().name(), code.kind().tag(), code.url());
    }
  }

  /** What to do about a code. */
  public record Action(String action, String advice) {
    static Action fromAction(CodeAction action, Language language) {
      return new Action(action.id(), action.text().in(language));
    }
  }

  /** A code in a list. */
  public record Brief(
      @JsonUnwrapped Name name,
      String meaning,
      String layer,
      @JsonUnwrapped Action action,
      @Nullable String entry) {
    static Brief fromCode(Code code, Language language) {
      return new Brief(
          Name.fromCode(code),
          code.meaning().in(language),
          code.layer(),
          Action.fromAction(code.advice().action(), language),
          code.entry().orElse(null));
    }
  }

  /** Whether a job that met the code can be started again. */
  public record Restart(String verdict, String action) {}

  /** How the rest of the line determines the meaning of a code. */
  public record Case(
      List<String> texts,
      @Nullable Integer subcode,
      @Nullable String status,
      String severity,
      String action,
      String advice) {
    static Case fromCase(CodeCase one, Language language) {
      return new Case(
          one.texts(),
          one.subcode(),
          one.status() == null ? null : String.format("0x%08X", one.status()),
          one.severity(),
          one.action().id(),
          one.action().text().in(language));
    }
  }

  /** How software prints the code. */
  public record Spelling(
      String label, List<String> aliases, List<String> texts, @Nullable String former) {}

  /** Details beyond the action. */
  public record Details(
      @Nullable String advisor, @Nullable String hint, Restart retry, List<Case> cases) {}

  /** A code with all data of its page. */
  public record Full(
      @JsonUnwrapped Name name,
      @JsonUnwrapped Spelling spelling,
      String meaning,
      String layer,
      @JsonUnwrapped Action action,
      @JsonUnwrapped Details details,
      @Nullable String entry,
      List<String> sources) {
    public static Full fromCode(Code code, CodeFamily family, Language language) {
      Code.Advice advice = code.advice();
      List<String> sources = new ArrayList<>(code.source().stream().toList());
      sources.addAll(family.sources());
      return new Full(
          Name.fromCode(code),
          new Spelling(
              CodeReport.label(code, language),
              code.spelling().aliases(),
              code.spelling().texts(),
              code.spelling().former().orElse(null)),
          code.meaning().in(language),
          code.layer(),
          Action.fromAction(advice.action(), language),
          new Details(
              family.advisor().orElse(null),
              advice.hint().map(hint -> hint.in(language)).orElse(null),
              new Restart(
                  advice.verdict().orElse(advice.action().verdict()).tag(),
                  advice.action().action().tag()),
              advice.cases().stream().map(one -> Case.fromCase(one, language)).toList()),
          code.entry().orElse(null),
          List.copyOf(sources));
    }
  }
}
