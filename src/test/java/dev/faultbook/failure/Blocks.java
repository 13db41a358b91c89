package dev.faultbook.failure;

/** Failures as the software prints them; {@value JobOf#MARK} marks the decisive line. */
final class Blocks {
  static final String KEY_ERROR =
      """
      Traceback (most recent call last):
        File "/work/train.py", line 140, in <module>
          main()
        File "/work/train.py", line 88, in main
          batch = collate(rows)
                  ^^^^^^^^^^^^^
        File "/work/data/collate.py", line 31, in collate
          return {k: torch.stack([r[k] for r in rows]) for k in KEYS}
      KeyError: 'labels_v2'«
      """;

  static final String WORKER =
      """
      Traceback (most recent call last):
        File "/work/train.py", line 140, in <module>
          for batch in loader:
        File "/opt/venv/lib/python3.12/site-packages/torch/utils/data/dataloader.py", line 733, in __next__
          data = self._next_data()
        File "/opt/venv/lib/python3.12/site-packages/torch/_utils.py", line 750, in reraise
          raise exception
      UnicodeDecodeError: Caught UnicodeDecodeError in DataLoader worker process 2.
      Original Traceback (most recent call last):
        File "/opt/venv/lib/python3.12/site-packages/torch/utils/data/_utils/worker.py", line 349, in _worker_loop
          data = fetcher.fetch(index)  # type: ignore[possibly-undefined]
        File "/work/data/corpus.py", line 52, in __getitem__
          return self.path.read_text()
      UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte«

      """;

  static final String OUT_OF_MEMORY =
      """
      Traceback (most recent call last):
        File "/work/train.py", line 140, in <module>
          main()
        File "/work/model.py", line 212, in forward
          return self.up(F.silu(self.gate(x)))
        File "/opt/venv/lib/python3.12/site-packages/torch/nn/modules/linear.py", line 134, in forward
          return F.linear(input, self.weight, self.bias)
      torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 7.83 GiB. GPU 5 has a total capacity of 79.15 GiB of which 5.21 GiB is free. Including non-PyTorch memory, this process has 73.93 GiB memory in use.«
      """;

  static final String WRAPPED_IMPORT =
      """
      Traceback (most recent call last):
        File "/opt/venv/lib/python3.12/site-packages/transformers/utils/import_utils.py", line 2302, in __getattr__
          module = self._get_module(self._class_to_module[name])
        File "/opt/venv/lib/python3.12/site-packages/flash_attn/__init__.py", line 3, in <module>
          from flash_attn.flash_attn_interface import flash_attn_func
      ImportError: /opt/venv/lib/python3.12/site-packages/flash_attn_2_cuda.cpython-312-x86_64-linux-gnu.so: undefined symbol: _ZN3c105ErrorC2ENS_14SourceLocationENSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE«

      The above exception was the direct cause of the following exception:

      Traceback (most recent call last):
        File "/work/train.py", line 12, in <module>
          from transformers import LlamaForCausalLM
      ModuleNotFoundError: Could not import module 'LlamaForCausalLM'. Are this object's requirements defined correctly?
      """;

  static final String DURING =
      """
      Traceback (most recent call last):
        File "/work/ckpt.py", line 44, in restore
          state = self.cache[step]
                  ~~~~~~~~~~^^^^^^
      KeyError: 8000

      During handling of the above exception, another exception occurred:

      Traceback (most recent call last):
        File "/work/train.py", line 140, in <module>
          main()
        File "/work/ckpt.py", line 47, in restore
          state = torch.load(self.path(step))
      FileNotFoundError: [Errno 2] No such file or directory: '/ckpt/step-8000/model.pt'«
      """;

  static final String SYNTAX =
      """
        File "/work/train.py", line 41
          lr = 3e-4,, warmup=100
                    ^
      SyntaxError: invalid syntax«
      """;

  static final String DEVICE_ASSERT =
      """
      /pytorch/aten/src/ATen/native/cuda/Indexing.cu:1553: indexSelectLargeIndex: block: [12,0,0], thread: [64,0,0] Assertion `srcIndex < srcSelectDimSize` failed.«
      /pytorch/aten/src/ATen/native/cuda/Indexing.cu:1553: indexSelectLargeIndex: block: [12,0,0], thread: [65,0,0] Assertion `srcIndex < srcSelectDimSize` failed.
      Traceback (most recent call last):
        File "/work/train.py", line 140, in <module>
          main()
      RuntimeError: CUDA error: device-side assert triggered
      CUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.
      For debugging consider passing CUDA_LAUNCH_BLOCKING=1
      Compile with `TORCH_USE_CUDA_DSA` to enable device-side assertions.

      """;

  static final String TERMINATE =
      """
      terminate called after throwing an instance of 'c10::Error'
        what():  CUDA error: an illegal memory access was encountered«
      CUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.

      Exception raised from c10_cuda_check_implementation at /pytorch/c10/cuda/CUDAException.cpp:43 (most recent call first):
      frame #0: c10::Error::Error(c10::SourceLocation, std::string) + 0x80 (0x7f91c596c446 in /opt/venv/lib/python3.12/site-packages/torch/lib/libc10.so)
      frame #1: c10::detail::torchCheckFail(char const*, char const*, unsigned int, std::string const&) + 0x64 (0x7f91c59166e4 in /opt/venv/lib/python3.12/site-packages/torch/lib/libc10.so)

      Fatal Python error: Aborted

      Thread 0x00007f2c1a3b4700 (most recent call first):
        File "/usr/lib/python3.12/threading.py", line 359 in wait
      """;

  static final String GLOG =
      """
      F1121 03:43:11.719711 12345 blocking_counter.cc:41] Check failed: count_ >= 0 (-1 vs. 0) too many decrements«
      *** Check failure stack trace: ***
          @     0x7f2c1a3b4c5d  google::LogMessage::Fail()
          @     0x7f2c1a3b6b1c  google::LogMessage::SendToLog()
          @     0x55d1c0a3b1f0  main
      """;

  static final String FAULTHANDLER =
      """
      Fatal Python error: Segmentation fault«

      Current thread 0x00007f6a3d7fe740 (most recent call first):
        File "/work/ops/fused.py", line 71 in fused_adam
        File "/work/train.py", line 99 in step
        File "/work/train.py", line 140 in <module>

      Extension modules: numpy._core._multiarray_umath, torch._C (total: 2)
      """;

  static final String MPI_SIGNAL =
      """
      [n3:71234] *** Process received signal ***
      [n3:71234] Signal: Segmentation fault (11)«
      [n3:71234] Signal code: Address not mapped (1)
      [n3:71234] Failing at address: 0x18
      [n3:71234] [ 0] /lib/x86_64-linux-gnu/libc.so.6(+0x42520)[0x7f1a2c042520]
      [n3:71234] [ 1] /work/bin/solver(_Z4stepPd+0x24)[0x5581a0c012c4]
      [n3:71234] *** End of error message ***
      """;

  static final String UCX_SIGNAL =
      """
      [n3:71234:0:71234] Caught signal 11 (Segmentation fault: address not mapped to object at address 0x18)«
      ==== backtrace (tid:  71234) ====
       0 0x0000000000042520 __sigaction()  ???:0
       1 0x00000000000012c4 step()  /work/solver.cpp:88
      =================================
      """;

  static final String SPAWN =
      """
      Traceback (most recent call last):
        File "/work/train.py", line 77, in <module>
          mp.spawn(run, nprocs=8, args=(cfg,))
        File "/opt/venv/lib/python3.12/site-packages/torch/multiprocessing/spawn.py", line 340, in spawn
          return start_processes(fn, args, nprocs, join, daemon, start_method="spawn")
        File "/opt/venv/lib/python3.12/site-packages/torch/multiprocessing/spawn.py", line 215, in join
          raise ProcessRaisedException(msg, error_index, failed_process.pid)
      torch.multiprocessing.spawn.ProcessRaisedException:

      -- Process 5 terminated with the following error:
      Traceback (most recent call last):
        File "/opt/venv/lib/python3.12/site-packages/torch/multiprocessing/spawn.py", line 90, in _wrap
          fn(i, *args)
        File "/work/train.py", line 52, in run
          model.load_state_dict(state)
      RuntimeError: Error(s) in loading state_dict for Net:«
      	size mismatch for head.weight: copying a param with shape torch.Size([1000, 512]) from checkpoint, the shape in current model is torch.Size([100, 512]).
      """;

  static final String POOL =
      """
      multiprocessing.pool.RemoteTraceback:
      \"""
      Traceback (most recent call last):
        File "/usr/lib/python3.12/multiprocessing/pool.py", line 125, in worker
          result = (True, func(*args, **kwds))
        File "/work/prepare.py", line 19, in tokenize
          return [tok(x["text"]) for x in shard]
      KeyError: 'text'«
      \"""

      The above exception was the direct cause of the following exception:

      Traceback (most recent call last):
        File "/work/prepare.py", line 40, in <module>
          pool.map(tokenize, shards)
        File "/usr/lib/python3.12/multiprocessing/pool.py", line 774, in get
          raise self._value
      KeyError: 'text'
      """;

  static final String RAY_TASK =
      """
      Traceback (most recent call last):
        File "/work/launch.py", line 33, in <module>
          ray.get([w.train.remote() for w in workers])
        File "/opt/venv/lib/python3.12/site-packages/ray/_private/worker.py", line 2772, in get
          values, debugger_breakpoint = worker.get_objects(object_refs, timeout=timeout)
        File "/opt/venv/lib/python3.12/site-packages/ray/_private/worker.py", line 919, in get_objects
          raise value.as_instanceof_cause()
      ray.exceptions.RayTaskError(ValueError): ray::Trainer.train() (pid=4003, ip=10.0.0.4, actor_id=3c1fa0, repr=<train.Trainer object at 0x7f>)
        File "/work/train.py", line 61, in train
          x = self.reshape(x)
        File "/work/train.py", line 70, in reshape
          return x.reshape(8, -1)
      ValueError: cannot reshape array of size 1021 into shape (8,newaxis)«
      """;

  static final String RICH =
      """
      ╭─────────────────────────────── Traceback (most recent call last) ────────────────────────────────╮
      │ /work/train.py:140 in main                                                                       │
      │                                                                                                  │
      │   137 │   cfg = load(path)                                                                       │
      │   138 │   model = build(cfg)                                                                     │
      │ ❱ 140 │   trainer = Trainer(model, strategy="fsdp2")                                             │
      │                                                                                                  │
      │ /opt/venv/lib/python3.12/site-packages/pytorch_lightning/utilities/argparse.py:70 in             │
      │ insert_env_defaults                                                                              │
      │                                                                                                  │
      │    67 │   │   kwargs = dict(list(env_variables.items()) + list(kwargs.items()))                  │
      │ ❱  70 │   │   return fn(self, **kwargs)                                                          │
      ╰──────────────────────────────────────────────────────────────────────────────────────────────────╯
      ValueError: You selected an invalid strategy name: `strategy='fsdp2'`. It must be either a string or«
      an instance of `pytorch_lightning.strategies.Strategy`.
      """;

  static final String LOGURU =
      """
      2026-11-21 03:43:11.204 | ERROR    | __main__:<module>:140 - An error has been caught in function '<module>', process 'MainProcess' (3004), thread 'MainThread' (140137):
      Traceback (most recent call last):

      > File "/work/train.py", line 140, in <module>
          main()
          └ <function main at 0x7f225fe2bc80>

        File "/work/train.py", line 88, in main
          scale = total / count
                  │       └ 0
                  └ 12.5

      ZeroDivisionError: float division by zero«
      """;

  static final String IPYTHON =
      """
      ---------------------------------------------------------------------------
      AttributeError                            Traceback (most recent call last)
      Cell In[7], line 3
            1 trainer = Trainer(model=model, args=args)
            2 torch.cuda.empty_cache()
      ----> 3 trainer.trian()

      File /opt/venv/lib/python3.12/site-packages/torch/nn/modules/module.py:1964, in Module.__getattr__(self, name)
         1962         if name in modules:
         1963             return modules[name]
      -> 1964 raise AttributeError(
         1965     f"'{type(self).__name__}' object has no attribute '{name}'"
         1966 )

      AttributeError: 'Trainer' object has no attribute 'trian'«
      """;

  static final String GROUP =
      """
        + Exception Group Traceback (most recent call last):
        |   File "/work/serve.py", line 31, in main
        |     async with asyncio.TaskGroup() as tg:
        |                ~~~~~~~~~~~~~~~~~^^
        |   File "/usr/lib/python3.12/asyncio/taskgroups.py", line 145, in __aexit__
        |     raise me from None
        | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)
        +-+---------------- 1 ----------------
          | Traceback (most recent call last):
          |   File "/work/serve.py", line 18, in load
          |     weights = fetch(url)
          | PermissionError: [Errno 13] Permission denied: '/models/llama'«
          +------------------------------------
      """;

  static final String HYDRA =
      """
      Error executing job with overrides: ['trainer.devices=8']
      Error in call to target 'nets.unet.UNet':
      TypeError("UNet.__init__() got an unexpected keyword argument 'chanels'")
      full_key: model
      Traceback (most recent call last):
        File "/opt/venv/lib/python3.12/site-packages/hydra/_internal/instantiate/_instantiate2.py", line 92, in _call_target
          return _target_(*args, **kwargs)
      TypeError: UNet.__init__() got an unexpected keyword argument 'chanels'«

      The above exception was the direct cause of the following exception:

      Traceback (most recent call last):
        File "/work/train.py", line 22, in main
          model = hydra.utils.instantiate(cfg.model)
      hydra.errors.InstantiationException: Error in call to target 'nets.unet.UNet':
      TypeError("UNet.__init__() got an unexpected keyword argument 'chanels'")
      full_key: model

      Set the environment variable HYDRA_FULL_ERROR=1 for a complete stack trace.
      """;

  static final String EXTENSION =
      """
      [1/3] /usr/local/cuda/bin/nvcc --generate-dependencies-with-compile -c /work/csrc/fused.cu -o fused.cuda.o
      FAILED: fused.cuda.o
      /usr/local/cuda/bin/nvcc --generate-dependencies-with-compile -c /work/csrc/fused.cu -o fused.cuda.o
      /work/csrc/fused.cu(41): error: identifier "__shfl" is undefined«

      1 error detected in the compilation of "/work/csrc/fused.cu".
      ninja: build stopped: subcommand failed.
      Traceback (most recent call last):
        File "/opt/venv/lib/python3.12/site-packages/torch/utils/cpp_extension.py", line 2506, in _run_ninja_build
          subprocess.run(
      subprocess.CalledProcessError: Command '['ninja', '-v']' returned non-zero exit status 1.

      The above exception was the direct cause of the following exception:

      Traceback (most recent call last):
        File "/work/train.py", line 9, in <module>
          fused = load(name="fused", sources=["csrc/fused.cu"])
      RuntimeError: Error building extension 'fused'
      """;

  static final String RUST =
      """

      thread '<unnamed>' panicked at tokenizers/src/models/bpe/model.rs:210:44:
      called `Option::unwrap()` on a `None` value«
      note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
      Traceback (most recent call last):
        File "/work/prepare.py", line 19, in <module>
          tok = Tokenizer.from_file("tok.json")
      pyo3_runtime.PanicException: called `Option::unwrap()` on a `None` value
      """;

  static final String GO =
      """
      panic: runtime error: invalid memory address or nil pointer dereference«
      [signal SIGSEGV: segmentation violation code=0x1 addr=0x18 pc=0x6e1b2c]

      goroutine 1 [running]:
      main.(*allocator).assign(0x0, {0xc000012345, 0x8})
      	/src/plugin/allocate.go:88 +0x3c
      main.main()
      	/src/plugin/main.go:41 +0x1d
      exit status 2
      """;

  static final String JAVA =
      """
      Exception in thread "main" org.apache.spark.SparkException: Job aborted due to stage failure: Task 3 in stage 0.0 failed 4 times
      	at org.apache.spark.scheduler.DAGScheduler.failJobAndIndependentStages(DAGScheduler.scala:2844)
      	at com.example.Prepare.main(Prepare.java:31)
      Caused by: java.io.FileNotFoundException: /data/part-3.parquet (No such file or directory)«
      	at java.base/java.io.FileInputStream.open0(Native Method)
      	at com.example.Reader.open(Reader.java:77)
      	... 12 more
      """;

  static final String STRUCTLOG =
      "{\"event\": \"run failed\", \"level\": \"error\", \"timestamp\": \"2026-11-21T03:43:11Z\","
          + " \"exception\": \"Traceback (most recent call last):\\n  File \\\"/work/train.py\\\","
          + " line 88, in main\\n    step()\\nValueError: batch is empty\"}«\n";

  static final String GUTTER =
      """
      (EngineCore_DP0 pid=5907) ERROR 11-21 03:43:11 [core.py:866] EngineCore failed to start.
      (EngineCore_DP0 pid=5907) ERROR 11-21 03:43:11 [core.py:866] Traceback (most recent call last):
      (EngineCore_DP0 pid=5907) ERROR 11-21 03:43:11 [core.py:866]   File "/opt/venv/lib/python3.12/site-packages/vllm/v1/engine/core.py", line 857, in run_engine_core
      (EngineCore_DP0 pid=5907) ERROR 11-21 03:43:11 [core.py:866]     engine_core = EngineCoreProc(*args, **kwargs)
      (EngineCore_DP0 pid=5907) ERROR 11-21 03:43:11 [core.py:866]   File "/opt/venv/lib/python3.12/site-packages/vllm/v1/worker/gpu_worker.py", line 247, in init_device
      (EngineCore_DP0 pid=5907) ERROR 11-21 03:43:11 [core.py:866]     raise ValueError(
      (EngineCore_DP0 pid=5907) ERROR 11-21 03:43:11 [core.py:866] ValueError: Free memory on device (3.1/79.2 GiB) on startup is less than desired GPU memory utilization (0.9, 71.3 GiB).«
      (APIServer pid=5801) Traceback (most recent call last):
      (APIServer pid=5801)   File "/opt/venv/bin/vllm", line 10, in <module>
      (APIServer pid=5801)     sys.exit(main())
      (APIServer pid=5801) RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {'EngineCore_DP0': 1}
      """;

  static final String DISK_FULL =
      """
      Traceback (most recent call last):
        File "/opt/venv/lib/python3.12/site-packages/torch/serialization.py", line 965, in save
          _save(obj, opened_zipfile, pickle_module, pickle_protocol)
      RuntimeError: [enforce fail at inline_container.cc:664] . unexpected pos 1064960 vs 1064848

      During handling of the above exception, another exception occurred:

      Traceback (most recent call last):
        File "/work/train.py", line 140, in <module>
          save(model, path)
        File "/work/ckpt.py", line 20, in save
          os.fsync(f.fileno())
      OSError: [Errno 28] No space left on device«
      """;

  static final String THREAD =
      """
      Exception in thread Thread-3 (_prefetch):
      Traceback (most recent call last):
        File "/usr/lib/python3.12/threading.py", line 1075, in _bootstrap_inner
          self.run()
        File "/work/data/prefetch.py", line 27, in _prefetch
          self.queue.put(self.read(next(self.it)))
      ValueError: record 81233 is truncated«
      """;

  private Blocks() {}
}
