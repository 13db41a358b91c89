package dev.faultbook.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verifies that stock wording is removed from a message and its specific words remain. */
class StockWordingTests {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "AttributeError: module 'wandb' has no attribute 'init'|: module 'wandb'   'init'",
        "FileNotFoundError: [Errno 2] No such file or directory: 'a.bin'|: [Errno 2]  : 'a.bin'",
        "TypeError: fit() got an unexpected keyword argument 'fused'|: fit()   'fused'",
      })
  void namesOfModulesFilesAndArgumentsStay(String message, String rest) {
    assertThat(StockWording.remove(message)).isEqualTo(rest);
  }

  @Test
  void aLongerWordIsNotStock() {
    assertThat(StockWording.remove("KeyErrorCount NotAnIndexError undefined_is_not_defined"))
        .isEqualTo("KeyErrorCount NotAnIndexError undefined_is_not_defined");
  }

  @Test
  void stockAloneLeavesNothing() {
    assertThat(StockWording.remove("IndexError list index out of range")).isEmpty();
  }
}
