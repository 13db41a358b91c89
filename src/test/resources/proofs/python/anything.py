"""What a stand-in module of a proof is made of: `from anything import *` gives it every attribute."""


class Anything:
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *arguments, **named):
        return self

    def __getitem__(self, key):
        return self

    def __iter__(self):
        return iter(())

    def __len__(self):
        return 1

    def __repr__(self):
        return "anything"

    __matmul__ = __mul__ = __rmul__ = __add__ = __radd__ = __sub__ = __call__


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return Anything()


__all__ = ["Anything", "__getattr__"]
