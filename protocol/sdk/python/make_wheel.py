#!/usr/bin/env python3
"""Makes a wheel of domino_arena.py, domino_env.py and libdomino.so, with the standard library alone.

    make_wheel.py LIBDOMINO VERSION FOLDER

It writes FOLDER/domino_arena-VERSION-py3-none-linux_x86_64.whl (or of the machine that this is), and
prints its path. The same files make the same bytes. `pip install` takes it from the file.
"""
import base64
import hashlib
import os
import sys
import sysconfig
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
MODULES = ("domino_arena.py", "domino_env.py")
METADATA = """\
Metadata-Version: 2.1
Name: domino-arena
Version: {version}
Summary: Bots for Domino Arena, and its games as environments for learning
License: {license}
Requires-Python: >=3.9
Requires-Dist: numpy
Provides-Extra: zmq
Requires-Dist: pyzmq; extra == "zmq"
Requires-Dist: msgpack; extra == "zmq"
"""
WHEEL = """\
Wheel-Version: 1.0
Generator: make_wheel.py
Root-Is-Purelib: false
Tag: {tag}
"""


def tag_of_this_machine():
    """The library is for one kind of machine, and any Python 3 can load it."""
    return "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")


def license_of_the_project():
    with open(os.path.join(HERE, "..", "..", "..", "LICENSE"), encoding="utf-8") as file:
        return file.readline().strip()


def read(path):
    with open(path, "rb") as file:
        return file.read()


def record_line(name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"


def files_of(library, version, tag):
    """Returns the contents of the wheel by name, the list of them last."""
    info = f"domino_arena-{version}.dist-info"
    files = {name: read(os.path.join(HERE, name)) for name in MODULES}
    files["libdomino.so"] = read(library)
    metadata = METADATA.format(version=version, license=license_of_the_project())
    files[f"{info}/METADATA"] = metadata.encode()
    files[f"{info}/WHEEL"] = WHEEL.format(tag=tag).encode()
    lines = [record_line(name, data) for name, data in files.items()]
    files[f"{info}/RECORD"] = "".join([*lines, f"{info}/RECORD,,\n"]).encode()
    return files


def make(library, version, folder):
    tag = tag_of_this_machine()
    path = os.path.join(folder, f"domino_arena-{version}-{tag}.whl")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in files_of(library, version, tag).items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o100644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return path


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: make_wheel.py LIBDOMINO VERSION FOLDER")
    print(make(*sys.argv[1:]))
