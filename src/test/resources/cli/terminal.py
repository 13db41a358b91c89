"""Runs a command in a terminal of 31 lines and 97 columns, and prints what it shows: terminal.py COMMAND…"""
import fcntl
import os
import pty
import struct
import sys
import termios

child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 31, 97, 0, 0))
    os.execvp(sys.argv[1], sys.argv[1:])
try:
    shown = os.read(terminal, 65536)
    while shown:
        sys.stdout.buffer.write(shown)
        shown = os.read(terminal, 65536)
except OSError:
    pass  # nobody has the terminal open any more
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
