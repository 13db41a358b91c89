package dev.faultbook.cli;

import dev.faultbook.store.ApiKey;
import dev.faultbook.store.ApiKeyDesk;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.core.NestedExceptionUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code keys create NAME}, {@code keys list}, {@code keys revoke NAME}. */
@Command(
    name = "keys",
    description = "Creates, lists and revokes the keys of machines that call REST and MCP.",
    mixinStandardHelpOptions = true,
    versionProvider = FaultbookCli.Version.class,
    footer = {
      "",
      "Uses the database of the server, running or not: SPRING_DATASOURCE_URL or FAULTBOOK_DATA, as",
      "for the server. A change is in force with the next call.",
      "",
      "Exit status: 0 done, 1 there is such a key already, or none to revoke, 2 bad usage, or the",
      "database cannot be reached."
    })
final class KeysCommand implements Runnable {
  private static final int MAX_RATE = 1_000_000;

  private final Streams streams;

  @Spec private CommandSpec spec;

  KeysCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "create, list or revoke is missing");
  }

  /** What is done with the keys. */
  private interface Work {
    int apply(ApiKeyDesk desk);
  }

  private int atDesk(Work work) {
    // What the database says while it starts is for the server's log.
    LoggingSystem.get(KeysCommand.class.getClassLoader()).beforeInitialize();
    try (ApiKeyDesk desk = ApiKeyDesk.open(System.getenv())) {
      return work.apply(desk);
    } catch (IOException | RuntimeException e) {
      Throwable cause = NestedExceptionUtils.getMostSpecificCause(e);
      throw new CommandFailedException("cannot reach the database: " + cause.getMessage(), e);
    }
  }

  @Command(
      name = "create",
      description = "Creates a key and prints it, this once.",
      mixinStandardHelpOptions = true)
  int create(
      @Parameters(paramLabel = "NAME", description = "What the key is for.") String name,
      @Option(
              names = "--scope",
              paramLabel = "SCOPE",
              split = ",",
              description = "diagnose (to send), read (GET), or diagnose,read; default: both.")
          @Nullable Set<ApiKey.Scope> scopes,
      @Option(
              names = "--rate",
              paramLabel = "N/min",
              defaultValue = "60/min",
              converter = Rate.class,
              description = "Most calls a minute; default: ${DEFAULT-VALUE}.")
          int rate) {
    if (name.isBlank() || name.length() > 100) {
      throw new ParameterException(spec.commandLine(), "a name has 1 to 100 characters");
    }
    return atDesk(
        desk -> {
          Optional<String> secret =
              desk.create(name, scopes == null ? EnumSet.allOf(ApiKey.Scope.class) : scopes, rate);
          if (secret.isEmpty()) {
            return complain("there is a valid key '" + name + "' already");
          }
          streams.err().println("Keep it: only its hash is stored.");
          streams.out().println(secret.get());
          return 0;
        });
  }

  @Command(name = "list", description = "Lists all keys.", mixinStandardHelpOptions = true)
  int list() {
    return atDesk(
        desk -> {
          String row = "%-20s  %-13s  %9s  %-20s  %-20s  %s%n";
          streams.out().printf(row, "NAME", "SCOPE", "RATE", "CREATED", "LAST USED", "REVOKED");
          for (ApiKey key : desk.list()) {
            streams
                .out()
                .printf(
                    row,
                    key.name(),
                    String.join(",", key.scopes().stream().map(KeysCommand::wordOf).toList()),
                    key.rate() + "/min",
                    timeOf(key.created()),
                    timeOf(key.used()),
                    timeOf(key.revoked()));
          }
          return 0;
        });
  }

  @Command(
      name = "revoke",
      description = "Revokes a key; its name is free again.",
      mixinStandardHelpOptions = true)
  int revoke(@Parameters(paramLabel = "NAME", description = "The name of the key.") String name) {
    return atDesk(desk -> desk.revoke(name) ? 0 : complain("there is no valid key '" + name + "'"));
  }

  private int complain(String what) {
    streams.err().println("faultbook: " + what);
    return 1;
  }

  private static String wordOf(ApiKey.Scope scope) {
    return scope.name().toLowerCase(Locale.ROOT);
  }

  private static String timeOf(@Nullable Instant time) {
    return time == null ? "-" : time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** {@code 60/min}. */
  static final class Rate implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      try {
        int rate =
            Integer.parseInt(text.endsWith("/min") ? text.substring(0, text.length() - 4) : text);
        if (rate > 0 && rate <= MAX_RATE) {
          return rate;
        }
      } catch (NumberFormatException _) {
        // said below
      }
      throw new TypeConversionException("'" + text + "' is no rate such as 60/min");
    }
  }
}
