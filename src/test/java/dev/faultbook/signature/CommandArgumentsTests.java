package dev.faultbook.signature;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies which values of a log may enter a command. HostileValuesTests covers the rest. */
class CommandArgumentsTests {
  /** Regression: {@code sudo scontrol update NodeName=ALL} was filled from a log. */
  @ParameterizedTest
  @ValueSource(strings = {"ALL", "all", "DEFAULT", "Default", "all:29500", "ALL."})
  void aWordForAllNodesIsNotAHost(String value) {
    assertThat(CommandArguments.toArgument(CaptureType.HOST, value)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"all-01", "default.example.com", "gpu-01"})
  void aNameThatContainsSuchAWordIsAHost(String value) {
    assertThat(CommandArguments.toArgument(CaptureType.HOST, value)).hasValue(value);
  }
}
