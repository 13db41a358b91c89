package dev.faultbook.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.faultbook.server.InMemoryLog;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The logs of a pod's containers, those before a restart too, and its description, which tells what
 * no log does (OOMKilled, an image that cannot be pulled). {@code kubectl} fetches them.
 *
 * @param namespace a DNS label
 * @param name a DNS subdomain
 */
record KubernetesPod(String namespace, String name) implements LogAddress {
  private static final int MAX_LABEL = 63;
  private static final int MAX_NAME = 253;

  static KubernetesPod parse(String address) throws IOException {
    int slash = address.indexOf('/');
    String namespace = address.substring(0, Math.max(slash, 0));
    String name = address.substring(slash + 1);
    if (!isLabel(namespace) || !LogAddress.isName(name, "-.", MAX_NAME)) {
      throw new IOException("expected kubectl:NAMESPACE/POD");
    }
    return new KubernetesPod(namespace, name);
  }

  private static boolean isLabel(String text) {
    return LogAddress.isName(text, "-", MAX_LABEL);
  }

  @Override
  public void fetchInto(InMemoryLog.Receiver receiver) throws IOException {
    JsonNode status = readStatus();
    for (String kind :
        List.of("initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses")) {
      for (JsonNode container : status.path(kind)) {
        JsonNode state = container.path("state");
        String label = container.path("name").asString("");
        if (!isLabel(label)) {
          throw new IOException("kubectl named a container " + label);
        }
        if (container.at("/lastState/terminated").isObject()) {
          fetchLog(label, true, receiver);
        }
        if (state.has("running") || state.has("terminated")) {
          fetchLog(label, false, receiver);
        }
      }
    }
    new LogProgram("kubectl", "describe", "pod", name, "--namespace=" + namespace)
        .receive(name + "/describe", receiver);
  }

  private JsonNode readStatus() throws IOException {
    String pod =
        new LogProgram("kubectl", "get", "pod", name, "--namespace=" + namespace, "--output=json")
            .print();
    try {
      return JsonMapper.shared().readTree(pod).path("status");
    } catch (JacksonException e) {
      throw new IOException("kubectl did not print JSON", e);
    }
  }

  /** A log that cannot be had, as that of a lost node, is no reason to leave out the others. */
  private void fetchLog(String container, boolean previous, InMemoryLog.Receiver receiver)
      throws IOException {
    String file = name + "/" + container + (previous ? "/1-previous" : "/2-current");
    try {
      new LogProgram(
              "kubectl",
              "logs",
              name,
              "--namespace=" + namespace,
              "--container=" + container,
              "--previous=" + previous)
          .receive(file, receiver);
    } catch (IOException e) {
      String why = e.getMessage() + "\n";
      receiver.add(file, new ByteArrayInputStream(why.getBytes(UTF_8)));
    }
  }
}
