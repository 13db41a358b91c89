package dev.faultbook.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionTests {
  private static final Map<String, String> CAPTURES =
      Map.of("tried", "2.00 GiB", "unallocated", "1536.00 MiB", "family", "0", "op", "ALLREDUCE");
  private static final Map<String, List<String>> FACTS =
      Map.of(
          "driver", List.of("535.129.03"),
          "cuda", List.of("12.10"),
          "nccl", List.of("2.14.3", "2.19.3"),
          "env.NCCL_SOCKET_IFNAME", List.of("eth0"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{unallocated} > 0.5 * {tried}                       | TRUE",
        "{unallocated} >= {tried}                            | FALSE",
        "{tried} - {unallocated} < 600MB                     | TRUE",
        "({tried} - {unallocated}) >= 0.3 * {tried}          | FALSE",
        "{family} != 1                                       | TRUE",
        "{op} == 'ALLREDUCE'                                 | TRUE",
        "{op} == 'BROADCAST'                                 | FALSE",
        "{missing} == 1                                      | UNKNOWN",
        "driver < 525.60.13                                  | FALSE",
        "driver >= 525.60.13                                 | TRUE",
        "cuda > 12.8                                         | TRUE",
        "count(nccl) > 1                                     | TRUE",
        "count(torch) > 1                                    | UNKNOWN",
        "nccl == 2.19.3                                      | TRUE",
        "torch < 2                                           | UNKNOWN",
        "not (torch < 2)                                     | UNKNOWN",
        "torch < 2 or driver > 500                           | TRUE",
        "torch < 2 and driver < 500                          | FALSE",
        "torch < 2 and driver > 500                          | UNKNOWN",
        "present(env.NCCL_SOCKET_IFNAME) and {family} == 0   | TRUE",
        "absent(env.NCCL_SOCKET_IFNAME)                      | FALSE",
        "present(env.NCCL_DEBUG)                             | FALSE",
        "present({family})                                   | TRUE",
        "present({missing})                                  | FALSE",
        "not present({missing}) and absent({missing})        | TRUE",
        "not (count(nccl) > 1 and driver > 500)              | FALSE",
      })
  void aConditionIsTrueFalseOrUnknown(String source, Condition.Truth truth)
      throws PatternException {
    Condition condition = Condition.parse(source);
    assertThat(condition.evaluate(CAPTURES, fact -> FACTS.getOrDefault(fact, List.of())))
        .isEqualTo(truth);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "driver                | Expected one of",
        "driver >              | ends where a value is expected",
        "(driver > 5           | Expected",
        "{driver > 5           | is not closed",
        "driver > 5 6          | is not expected",
        "present driver        | Expected (",
        "present({})           | is not a capture",
        "''                    | is empty",
      })
  void aFaultIsNamed(String source, String message) {
    assertThatThrownBy(() -> Condition.parse(source)).hasMessageContaining(message);
  }
}
