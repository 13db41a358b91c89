package dev.faultbook.cli;

import dev.faultbook.catalogue.BadEditionException;
import dev.faultbook.catalogue.Catalogue;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.diagnosis.Diagnosis;
import dev.faultbook.language.Language;
import dev.faultbook.report.Report;
import dev.faultbook.report.TextReport;
import dev.faultbook.search.KnowledgeIndex;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code diagnose [--json] [--lang en|zh] [FILE…|-]}. */
final class DiagnoseCommand {
  private static final String USAGE_LINE =
      "usage: faultbook diagnose [--json] [--lang en|zh] [FILE...|-]";

  private final InputStream in;
  private final PrintStream out;
  private final PrintStream err;

  DiagnoseCommand(InputStream in, PrintStream out, PrintStream err) {
    this.in = in;
    this.out = out;
    this.err = err;
  }

  int run(List<String> args) {
    boolean json = false;
    Language language = Language.EN;
    List<String> files = new ArrayList<>();
    for (int i = 0; i < args.size(); i++) {
      String arg = args.get(i);
      if (arg.equals("--json")) {
        json = true;
      } else if (arg.equals("--lang")) {
        Optional<Language> named =
            i + 1 < args.size() ? Language.of(args.get(++i)) : Optional.empty();
        if (named.isEmpty()) {
          return usage("--lang takes en or zh");
        }
        language = named.get();
      } else if (arg.startsWith("--")
          || files.contains("-")
          || arg.equals("-") && !files.isEmpty()) {
        return usage("'" + arg + "' is not expected");
      } else {
        files.add(arg);
      }
    }
    return diagnose(files.isEmpty() ? List.of("-") : files, json, language);
  }

  private int diagnose(List<String> files, boolean json, Language language) {
    Diagnosis diagnosis;
    try (GivenFiles given = GivenFiles.of(files, in);
        TerminalProgress progress = new TerminalProgress(err)) {
      Diagnoser diagnoser =
          new Diagnoser(new KnowledgeIndex(new Catalogue(LocalContent.inForce())));
      diagnosis = diagnoser.diagnose(given, Long.MAX_VALUE, progress);
    } catch (NoSuchFileException e) {
      return failed("there is no file " + e.getFile());
    } catch (IOException e) {
      return failed("cannot read " + String.join(", ", files) + ": " + e.getMessage());
    } catch (BadEditionException e) {
      return failed(e.getMessage());
    }
    if (diagnosis.bytes() == 0) {
      String what = String.join(", ", files);
      return failed(what.equals("-") ? "standard input is empty" : what + " is empty");
    }
    Report report = Report.of(diagnosis, language);
    out.print(json ? json(report) : TextReport.of(report, language, ""));
    out.flush();
    return diagnosis.diagnosed() ? 0 : 1;
  }

  private static String json(Report report) {
    return JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build()
            .writeValueAsString(report)
        + "\n";
  }

  private int usage(String message) {
    err.println("faultbook: " + message);
    err.println(USAGE_LINE);
    return CommandLine.USAGE;
  }

  private int failed(String message) {
    err.println("faultbook: " + message);
    return CommandLine.USAGE;
  }
}
