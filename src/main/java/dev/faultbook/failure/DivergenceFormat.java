package dev.faultbook.failure;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Training that continues although the loss is NaN. */
final class DivergenceFormat implements FailureFormat {
  @Override
  public List<String> triggerWords() {
    return List.of(
        "loss: nan",
        "loss=nan",
        "loss nan",
        "loss': nan",
        "loss\": nan",
        "loss is nan",
        "nan loss",
        "loss:nan");
  }

  @Override
  public @Nullable FailureBlock readLine(LineText line) {
    String s = TextScan.limitLength(line.bare(), 4000).toLowerCase(Locale.ROOT);
    for (String trigger : triggerWords()) {
      int at = s.indexOf(trigger);
      int end = at + trigger.length();
      // Epoch [1][50/3862] lr: 4.915e-05, loss: nan, grad_norm: nan
      if (at >= 0 && (end == s.length() || !TextScan.isLetter(s.charAt(end)))) {
        return Told.of(line, new Failure.Message(), Standing.ERROR_LINE);
      }
    }
    return null;
  }

  @Override
  public boolean readsInsideMessages() {
    return false;
  }
}
