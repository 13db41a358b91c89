package dev.faultbook.cli;

import dev.faultbook.content.Language;
import dev.faultbook.diagnosis.Diagnoser;
import dev.faultbook.server.QueryString;
import java.io.IOException;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code watch kubernetes [--namespace NAME] [--selector LABELS] [--server URL] [--once]}. */
@Command(
    name = "watch",
    description = "Diagnoses the failed containers of a cluster's jobs, and tells the cluster.",
    mixinStandardHelpOptions = true,
    versionProvider = FaultbookCli.Version.class,
    footer = {
      "",
      "Each end of a container of a Job, JobSet, PyTorchJob or another kind of job is diagnosed once:",
      "an Event of its pod has the short answer, the annotation faultbook.dev/cause its first line.",
      "",
      "Exit status: 2 bad usage, or no cluster; otherwise it ends only by a signal, or --once with 0."
    })
final class WatchCommand implements Callable<Integer> {
  private static final int MAX_LABEL = 63;

  private final Streams streams;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "kubernetes", description = "What is watched.")
  private Cluster cluster;

  @Option(
      names = "--namespace",
      paramLabel = "NAME",
      defaultValue = "",
      description = "Only pods of this namespace; all without it.")
  private String namespace;

  @Option(
      names = "--selector",
      paramLabel = "LABELS",
      defaultValue = "",
      description = "Only pods with these labels, as in kubectl: team=vision,tier!=test.")
  private String selector;

  @Option(
      names = "--server",
      paramLabel = "URL",
      description = "A kubectl proxy; without it, the cluster of this pod.")
  private URI server;

  @Option(names = "--once", description = "Look at all pods once, and end.")
  private boolean once;

  @Option(
      names = "--lang",
      paramLabel = "en|zh",
      defaultValue = "en",
      converter = LanguageOption.class,
      description = "Language of the answers: en (default) or zh.")
  private Language language;

  WatchCommand(Streams streams) {
    this.streams = streams;
  }

  /** What can be watched. */
  private enum Cluster {
    KUBERNETES
  }

  @Override
  public Integer call() throws InterruptedException {
    if (!namespace.isEmpty() && !LogAddress.isName(namespace, "-", MAX_LABEL)) {
      throw new ParameterException(spec.commandLine(), "--namespace needs the name of one");
    }
    String scope = namespace.isEmpty() ? "" : "/namespaces/" + namespace;
    String path =
        "/api/v1" + scope + "/pods?" + QueryString.toQuery(Map.of("labelSelector", selector));
    try (KubernetesApi api =
        server == null ? KubernetesApi.inCluster() : KubernetesApi.through(server)) {
      KubernetesWatcher watcher =
          new KubernetesWatcher(
              api,
              new Diagnoser(LocalContent.openKnowledge()),
              language,
              streams.out(),
              streams.err());
      if (once) {
        watcher.look(path);
        return 0;
      }
      watcher.watch(path);
      return 0;
    } catch (IOException e) {
      throw new CommandFailedException(
          "cannot watch " + cluster.name().toLowerCase(Locale.ROOT) + ": " + e.getMessage(), e);
    }
  }
}
