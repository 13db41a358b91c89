package dev.faultbook.failure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PythonTracebackTests {
  @Test
  void anUncaughtExceptionHasItsClassItsMessageAndItsFrames() {
    FailureEvent event =
        LogOf.first(
            """
            epoch 1 step 10 loss 2.31
            Traceback (most recent call last):
              File "/work/train.py", line 120, in <module>
                main()
                ~~~~^^
              File "/work/train.py", line 88, in collate
                return default_collate(rows)
              File "/opt/venv/lib/python3.12/site-packages/torch/utils/data/_utils/collate.py", line 398, in default_collate
                return collate(batch)
            KeyError: 'labels_v2'
            """);
    assertThat(event.line()).isEqualTo(10);
    assertThat(event.kind()).isEqualTo("exception");
    assertThat(event.type()).isEqualTo("KeyError");
    assertThat(event.message()).isEqualTo("'labels_v2'");
    assertThat(event.ownFrame()).isEqualTo(new StackFrame("/work/train.py", 88, "collate", null));
    assertThat(event.raisedIn().library()).isEqualTo("torch");
    assertThat(event.frames()).hasSize(3);
  }

  @Test
  void anExceptionThatWasRaisedFromAnotherPointsToTheOther() {
    FailureEvent event =
        LogOf.first(
            """
            Traceback (most recent call last):
              File "a.py", line 3, in load
                import foo
            ModuleNotFoundError: No module named 'foo'

            The above exception was the direct cause of the following exception:

            Traceback (most recent call last):
              File "a.py", line 9, in <module>
                load()
            RuntimeError: the plug-in cannot be loaded
            """);
    assertThat(event.line()).isEqualTo(4);
    assertThat(event.chain()).containsExactly(4L, 11L);
  }

  @Test
  void anExceptionDuringTheHandlingOfAnotherIsWhatEscaped() {
    FailureEvent event =
        LogOf.first(
            """
            Traceback (most recent call last):
              File "a.py", line 3, in read
                return cache[key]
            KeyError: 7

            During handling of the above exception, another exception occurred:

            Traceback (most recent call last):
              File "a.py", line 9, in <module>
                read()
            FileNotFoundError: [Errno 2] No such file or directory: '/data/7.npy'
            """);
    assertThat(event.line()).isEqualTo(11);
  }

  @Test
  void tracebacksOfTwoRanksAreReadApart() {
    Failures failures =
        LogOf.failures(
            """
            [rank0]: Traceback (most recent call last):
            [rank1]: Traceback (most recent call last):
            [rank0]:   File "t.py", line 1, in <module>
            [rank1]:   File "t.py", line 2, in <module>
            [rank0]:     f()
            [rank1]:     g()
            [rank1]: KeyError: 'b'
            [rank0]: ValueError: a
            """);
    assertThat(failures.events()).extracting(FailureEvent::line).containsExactly(7L, 8L);
    assertThat(failures.events().getFirst().frames().getFirst().line()).isEqualTo(2);
  }
}
