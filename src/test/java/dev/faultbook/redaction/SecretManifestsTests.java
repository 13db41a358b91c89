package dev.faultbook.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies the redaction of Kubernetes Secrets, whose keys say nothing about their values. */
class SecretManifestsTests {

  /** The output of {@code kubectl get secret -o yaml}: the kind follows the data. */
  private static final String YAML =
      """
      apiVersion: v1
      data:
        mongo: bW9uZ28x
        url.txt: |
          aHR0cDov
          L2hvc3Q=
        "empty": ""
      kind: Secret
      metadata:
        annotations:
          kubectl.kubernetes.io/last-applied-configuration: |
            {"apiVersion":"v1","data":{"mongo":"bW9uZ28x","a":"Yg=="},"kind":"Secret","metadata":{"name":"x"}}
        name: x
      type: Opaque
      """;

  private static final String YAML_REDACTED =
      """
      apiVersion: v1
      data:
        mongo: <secret-1>
        url.txt: |
          <secret-2>
          <secret-3>
        "empty": ""
      kind: Secret
      metadata:
        annotations:
          kubectl.kubernetes.io/last-applied-configuration: |
            {"apiVersion":"v1","data":{"mongo":"<secret-1>","a":"<secret-4>"},"kind":"Secret","metadata":{"name":"x"}}
        name: x
      type: Opaque
      """;

  private final Redactor redactor = new Redactor();

  private String redact(String text) {
    String once = redactor.redact(text).text();
    assertThat(redactor.redact(once).text()).as("redacted twice").isEqualTo(once);
    return once;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  ",
        "[rank0]: ",
        "12: ",
        "2026-11-21T03:00:00.123456789Z stdout F ",
        "[1,3]<stdout>:",
        "\u001b[36m"
      })
  void theValuesOfASecretGoWhateverItsKeys(String prefix) {
    String shown = prefix.startsWith("\u001b") ? "" : prefix;
    assertThat(redact(YAML.indent(0).replaceAll("(?m)^(?=.)", prefix)))
        .isEqualTo(YAML_REDACTED.replaceAll("(?m)^(?=.)", shown));
  }

  @Test
  void aSecretInAListGoesAndItsNeighboursStay() {
    String log =
        """
        apiVersion: v1
        items:
        - apiVersion: v1
          data:
            config.yaml: 'lr: 0.1'
          kind: ConfigMap
        - kind: Secret
          stringData:
            mongo: geheim zwei
          type: Opaque
        - apiVersion: v1
          data:
            rank: three
          kind: ConfigMap
        kind: List
        """;
    assertThat(redact(log)).isEqualTo(log.replace("geheim zwei", "<secret-1>"));
  }

  @Test
  void indentedJsonIsReadAsYaml() {
    String log =
        """
        {
            "apiVersion": "v1",
            "data": {
                "mongo": "bW9uZ28x",
                "url": "aHR0cDov"
            },
            "kind": "Secret",
            "metadata": {
                "name": "x"
            }
        }
        {
            "data": {
                "mongo": "cmFuazMx"
            },
            "kind": "ConfigMap"
        }
        """;
    assertThat(redact(log))
        .isEqualTo(
            log.replaceFirst("bW9uZ28x", "<secret-1>").replaceFirst("aHR0cDov", "<secret-2>"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"kind\":\"Secret\",\"data\":{\"a\":\"«Yg==»\",\"b\":\"«Yw»\"},\"type\":\"Opaque\"}",
        "x={\\\"data\\\":{\\\"a\\\":\\\"«Y\\\\\\\"g»\\\"},\\\"kind\\\":\\\"Secret\\\"}\\n",
        "{'api_version': 'v1', 'data': {'a': '«Yg==»'}, 'kind': 'Secret'}",
        "apply {\"stringData\": {\"a\": \"«two words»\"}, \"metadata\": {\"data\": {\"a\": \"b\"}}}",
        "{kind: Secret, data: {a: «Yg==», b: null}}",
      })
  void aSecretInOneLineGoes(String line) {
    String[] pieces = line.split("[«»]");
    StringBuilder expected = new StringBuilder(pieces[0]);
    for (int i = 1; i < pieces.length; i++) {
      expected.append(i % 2 == 0 ? pieces[i] : "<secret-" + (i / 2 + 1) + ">");
    }
    assertThat(redact(line.replaceAll("[«»]", ""))).isEqualTo(expected.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "apiVersion: v1\ndata:\n  lr: high\nkind: ConfigMap\n",
        "kind: SealedSecret\ndata:\n  lr: high\n",
        "{\"kind\":\"ConfigMap\",\"data\":{\"lr\":\"high\"}}",
        "kind: Secret\nmetadata:\n  name: x\n  data: none\nTraining starts\ndata:\n  lr: high\n",
        "data:\n  batch: ten\nTraceback:\n  File \"a.py\", line 3\n",
        "kind: Secret\ndata:\n[rank0]: RuntimeError: CUDA error\n  lr: high\n",
        "Secret data: {lr: high}",
        "kind: Secret\ndata: null\n",
      })
  void otherDataStays(String log) {
    assertThat(redact(log)).isEqualTo(log);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kind: Secret\n",
        "data:\n kind: Secret\n",
        "data:\n  a: b\nkind: Secret\n",
        "- kind: Secret\n  data:\n    a: b\n",
        "kind: Secret data: {",
        "\"kind\":\"Secret\",\"data\":{\"a\":\"b\",",
        "stringData:{\\",
        "{'data':{'a':'",
      })
  void hostileManifestsTakeLinearWork(String text) {
    AllocatedBytes.assertLinear(text, times -> redactor.redact(text.repeat(1000 * times)));
  }

  @Test
  void mapsWithinMapsTakeLinearWork() {
    AllocatedBytes.assertLinear(
        "nested",
        times -> {
          StringBuilder text = new StringBuilder();
          for (int line = 0; line < 4000 * times; line++) {
            text.append(" ".repeat(line % 200)).append("data:\n");
          }
          redactor.redact(text + "kind: Secret");
        });
  }
}
