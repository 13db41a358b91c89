package dev.faultbook.cli;

import dev.faultbook.codes.Code;
import dev.faultbook.codes.CodeFamily;
import dev.faultbook.codes.CodeTables;
import dev.faultbook.content.Language;
import dev.faultbook.log.VisibleText;
import dev.faultbook.report.CodeReport;
import dev.faultbook.report.Codes;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code codes [--json] [--lang en|zh] [FAMILY] [CODE]}. */
@Command(
    name = "codes",
    description = "Lists the codes that software prints, or shows one.",
    mixinStandardHelpOptions = true,
    versionProvider = FaultbookCli.Version.class,
    footer = {"", "Exit status: 0 printed, 1 no such family or code, 2 bad usage."})
final class CodesCommand implements Callable<Integer> {
  private final Streams streams;

  @Mixin private AnswerOptions options;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "FAMILY",
      description = "Such as xid, cuda, nccl, exit; without it, all families are listed.")
  private @Nullable String family;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "CODE",
      description = "A number, name or alias; without it, all codes of the family are listed.")
  private @Nullable String code;

  CodesCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws IOException {
    CodeTables tables = LocalContent.openKnowledge().codes();
    Language language = options.language();
    if (family == null) {
      print(
          Codes.Families.of(tables, language),
          tables.families().stream().map(one -> row(one.id(), one.name().in(language))));
      return 0;
    }
    Optional<CodeFamily> found = tables.findFamily(family.toLowerCase(Locale.ROOT));
    if (found.isEmpty()) {
      return complain("there is no family of codes '" + family + "'; 'faultbook codes' lists them");
    }
    if (code == null) {
      print(
          Codes.Family.fromFamily(found.get(), language),
          found.get().codes().stream().map(one -> row(one, language)));
      return 0;
    }
    Optional<Code> row = found.get().findCode(code);
    if (row.isEmpty()) {
      return complain(found.get().name().in(language) + " has no code '" + code + "'");
    }
    print(
        Codes.Full.fromCode(row.get(), found.get(), language),
        CodeReport.toMarkdown(row.get(), language).lines());
    return 0;
  }

  private void print(Object document, Stream<String> lines) {
    if (options.json()) {
      streams.out().print(AnswerOptions.toJson(document));
    } else {
      lines.forEach(streams.out()::println);
    }
  }

  private int complain(String what) {
    streams.err().println("faultbook: " + VisibleText.of(what));
    return 1;
  }

  private static String row(Code one, Language language) {
    String name = one.named() ? one.spelling().name() + ": " : "";
    return row(one.code(), name + one.meaning().in(language));
  }

  private static String row(String key, String text) {
    return String.format(Locale.ROOT, "%-10s  %s", key, text);
  }
}
