"""What torch 2.9 calls of an error handler, for machines without torch."""
import json
import os


class ErrorHandler:
    def initialize(self):
        pass

    def record_exception(self, e):
        with open(os.environ["TORCHELASTIC_ERROR_FILE"], "w") as file:
            json.dump({"message": {"message": f"{type(e).__name__}: {e}"}}, file)


def record(fn, error_handler=None):
    def wrapper(*args, **kwargs):
        error_handler.initialize()
        try:
            return fn(*args, **kwargs)
        except Exception as e:
            error_handler.record_exception(e)
            raise

    return wrapper
