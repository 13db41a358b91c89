package dev.faultbook.web.curation;

import dev.faultbook.store.PublishRefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A folder of entries in a git checkout. Commits hold the folder of one entry alone, whatever else
 * is changed or staged in the checkout.
 */
final class GitFolder {
  private static final long MAX_SECONDS = 20;

  /** Most bytes of what git says. */
  private static final int MAX_SAID = 8 * 1024;

  private final Path folder;
  private final String branch;
  private final String author;

  private GitFolder(Path folder, String branch, String author) {
    this.folder = folder;
    this.branch = branch;
    this.author = author;
  }

  /** What a command of git said, and whether it succeeded. */
  private record Said(boolean ok, String text) {}

  /**
   * The checkout to which a folder belongs; empty if there is none, or if it ignores the folder.
   *
   * @param author {@code NAME <MAIL>}
   * @throws PublishRefusedException if the checkout is on no branch
   */
  static Optional<GitFolder> find(Path folder, String author) {
    Said inside;
    try {
      inside = run(folder, "rev-parse", "--is-inside-work-tree");
    } catch (IOException noGit) {
      return Optional.empty();
    }
    if (!inside.ok() || !inside.text().equals("true")) {
      return Optional.empty();
    }
    try {
      if (run(folder, "check-ignore", "-q", ".").ok()) {
        return Optional.empty();
      }
      Said branch = run(folder, "symbolic-ref", "--short", "-q", "HEAD");
      if (!branch.ok()) {
        throw new PublishRefusedException("The git checkout of the content is on no branch.");
      }
      return Optional.of(new GitFolder(folder, branch.text(), author));
    } catch (IOException e) {
      throw new PublishRefusedException(String.valueOf(e.getMessage()));
    }
  }

  /** The branch that is checked out, which gets the commits. */
  String branch() {
    return branch;
  }

  /**
   * Commits the folder of an entry as it is now.
   *
   * @return the short hash of the commit, or of the last one if nothing changed
   */
  String commit(String id, String message) throws IOException {
    require("add", "-A", "--", id);
    if (!run(folder, "diff", "--cached", "--quiet", "--", id).ok()) {
      int mail = author.indexOf('<');
      require(
          "-c",
          "user.name=" + author.substring(0, Math.max(0, mail)).strip(),
          "-c",
          "user.email=" + author.substring(mail + 1).replace(">", "").strip(),
          "commit",
          "-q",
          "-m",
          message,
          "--",
          id);
    }
    return require("rev-parse", "--short", "HEAD");
  }

  /**
   * Puts back the folder of an entry, already removed, as it was before its last commit; leaves it
   * removed if it did not exist then.
   */
  void restorePrevious(String id) throws IOException {
    String last = require("log", "-1", "--format=%H", "--", id);
    if (!last.isEmpty() && run(folder, "cat-file", "-e", last + "^:./" + id + "/entry.yaml").ok()) {
      require("checkout", "-q", last + "^", "--", id);
    }
  }

  /** Takes the folder of an entry out of what is staged; its files stay. */
  void reset(String id) throws IOException {
    run(folder, "reset", "-q", "--", id);
  }

  private String require(String... arguments) throws IOException {
    Said said = run(folder, arguments);
    if (!said.ok()) {
      throw new PublishRefusedException("git: " + said.text());
    }
    return said.text();
  }

  private static Said run(Path folder, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("GIT_TERMINAL_PROMPT", "0");
    builder.environment().put("LC_ALL", "C");
    Process git = builder.start();
    git.getOutputStream().close();
    try (InputStream said = git.getInputStream()) {
      // What it says fits into the pipe; a hook that says more counts as one that does not end.
      if (!git.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("git did not end in time");
      }
      String text = new String(said.readNBytes(MAX_SAID), StandardCharsets.UTF_8).strip();
      return new Said(git.exitValue() == 0, text);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while git ran", e);
    } finally {
      git.destroyForcibly();
    }
  }
}
