package dev.faultbook.cli;

import dev.faultbook.server.signin.UserFile;
import dev.faultbook.server.signin.UserRole;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code user add NAME}, {@code user list}, {@code user remove NAME}. */
@Command(
    name = "user",
    description = "Adds, lists and removes the people who sign in with a password.",
    mixinStandardHelpOptions = true,
    versionProvider = FaultbookCli.Version.class,
    footer = {
      "",
      "A change is in force with the next request to a server that was started with this file. Someone",
      "who was removed, or has a new password, is signed out.",
      "",
      "Exit status: 0 done, 1 there is nobody of this name, 2 bad usage, or the file cannot be read or",
      "written."
    })
final class UserCommand implements Runnable {
  private static final String FILE = "FAULTBOOK_USERS";

  private final Streams streams;

  @Spec private CommandSpec spec;

  UserCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "add, list or remove is missing");
  }

  /** What is done with the file. */
  private interface Work {
    int apply(UserFile users) throws IOException;
  }

  private int with(@Nullable Path given, Work work) {
    String named = System.getenv(FILE);
    if (given == null && (named == null || named.isBlank())) {
      throw new ParameterException(
          spec.commandLine(), "name the file of users with --file, or in " + FILE);
    }
    Path file = given == null ? Path.of(Objects.requireNonNull(named)) : given;
    try {
      return work.apply(new UserFile(file));
    } catch (IOException e) {
      throw new CommandFailedException("cannot use " + file + ": " + e.getMessage(), e);
    }
  }

  @Command(
      name = "add",
      description = {
        "Adds someone, or gives him another password and role. The password is asked for, or else the",
        "first line of standard input."
      },
      mixinStandardHelpOptions = true)
  int add(
      @Parameters(paramLabel = "NAME", description = "The name to sign in with.") String name,
      @Option(
              names = "--role",
              paramLabel = "ROLE",
              defaultValue = "reader",
              description = "reader, curator or operator; default: ${DEFAULT-VALUE}.")
          UserRole role,
      @Option(
              names = "--file",
              paramLabel = "FILE",
              description = "The file of users; default: " + FILE + ".")
          @Nullable Path file) {
    if (!UserFile.isName(name)) {
      throw new ParameterException(
          spec.commandLine(), "a name has 1 to 64 letters, digits and characters of ._@-");
    }
    return with(
        file,
        users -> {
          String password = readPassword();
          if (!UserFile.isPassword(password)) {
            throw new ParameterException(
                spec.commandLine(),
                "a password has at least %d characters and at most %d bytes"
                    .formatted(UserFile.MIN_PASSWORD, UserFile.MAX_PASSWORD));
          }
          users.put(name, password, role);
          return 0;
        });
  }

  private String readPassword() throws IOException {
    Console console = streams.typed() ? System.console() : null;
    if (console != null) {
      return String.valueOf(console.readPassword("Password: "));
    }
    BufferedReader in =
        new BufferedReader(new InputStreamReader(streams.in(), StandardCharsets.UTF_8));
    return Objects.requireNonNullElse(in.readLine(), "");
  }

  @Command(name = "list", description = "Lists all users.", mixinStandardHelpOptions = true)
  int list(
      @Option(names = "--file", paramLabel = "FILE", description = "As for add.")
          @Nullable Path file) {
    return with(
        file,
        users -> {
          for (UserFile.User user : users.list()) {
            streams.out().printf("%-20s  %s%n", user.name(), user.role().tag());
          }
          return 0;
        });
  }

  @Command(name = "remove", description = "Removes a user.", mixinStandardHelpOptions = true)
  int remove(
      @Parameters(paramLabel = "NAME", description = "The name of the user.") String name,
      @Option(names = "--file", paramLabel = "FILE", description = "As for add.")
          @Nullable Path file) {
    return with(
        file,
        users -> {
          if (users.remove(name)) {
            return 0;
          }
          streams.err().println("faultbook: there is no user '" + name + "'");
          return 1;
        });
  }
}
