package dev.faultbook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What {@code docker-compose.yml} promises, as far as it can be read without Docker. */
class ComposeFileTests {
  private static Map<String, Map<String, Object>> services;
  private static String nginx;

  @BeforeAll
  @SuppressWarnings("unchecked")
  static void read() throws IOException {
    Map<String, Object> file =
        new Yaml(new SafeConstructor(new LoaderOptions()))
            .load(Files.readString(Path.of("docker-compose.yml")));
    services = (Map<String, Map<String, Object>>) file.get("services");
    nginx = ((Map<String, Map<String, String>>) file.get("configs")).get("nginx").get("content");
  }

  private static Set<String> instances() {
    Set<String> names = new TreeSet<>();
    services.forEach(
        (name, service) -> {
          if ("faultbook:local".equals(service.get("image"))) {
            names.add(name);
          }
        });
    return names;
  }

  @Test
  void withoutTheProfileThereIsOneInstanceAndItsDatabase() {
    Set<String> always = new TreeSet<>(services.keySet());
    always.removeIf(name -> services.get(name).containsKey("profiles"));
    assertThat(always).containsExactly("faultbook", "postgres");
    assertThat(services.values())
        .allSatisfy(
            service ->
                assertThat(service.getOrDefault("profiles", List.of("cluster")))
                    .isEqualTo(List.of("cluster")));
  }

  @Test
  void nginxStandsBeforeThreeInstancesThatDifferInNothing() {
    assertThat(instances()).hasSize(3);
    Set<String> upstream =
        Pattern.compile("server (\\S+):8080 resolve")
            .matcher(nginx)
            .results()
            .map(match -> match.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(upstream).isEqualTo(instances());
    assertThat(services.get("nginx").get("depends_on"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .hasSameElementsAs(instances());
    for (String name : instances()) {
      assertThat(services.get(name).get("environment"))
          .as(name)
          .isEqualTo(services.get("faultbook").get("environment"));
      assertThat(services.get(name).containsKey("ports")).isEqualTo(name.equals("faultbook"));
    }
  }

  /**
   * Compose takes {@code $name} for a variable of its own, and writes no file into read-only ones.
   */
  @Test
  void theConfigurationOfNginxArrivesAsItIsWritten() {
    assertThat(nginx.replace("$$", "")).doesNotContain("$");
    assertThat(services.get("nginx")).doesNotContainEntry("read_only", true);
    assertThat(nginx.chars().filter(c -> c == '{').count())
        .isEqualTo(nginx.chars().filter(c -> c == '}').count());
    // The first release whose open edition knows "resolve" in an upstream is 1.27.3.
    assertThat(services.get("nginx").get("image").toString())
        .matches("nginx:1\\.(2[89]|[3-9]\\d).*");
  }
}
