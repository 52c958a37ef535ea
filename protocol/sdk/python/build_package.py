"""Makes the wheel and the sdist of domino_arena.py and domino_env.py, with the standard library alone.

It is the build backend that pyproject.toml names (PEP 517), so that pip builds the sdist without a network. In an sdist
the version is that of PKG-INFO, in the repository that of CMakeLists.txt.

A wheel has the library that $DOMINO_LIBRARY names, and is for the machine that this is. Without one it is for every
machine, and domino_env.py looks for the library as its documentation says.

A module becomes a package of one file, because only a package can say that it has types (PEP 561).
"""
import base64
import hashlib
import os
import re
import sysconfig

import archives

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..", "..")
MODULES = ("domino_arena", "domino_env")
SOURCES = (*(name + ".py" for name in MODULES), "archives.py", "build_package.py", "pyproject.toml")
METADATA = """\
Metadata-Version: 2.1
Name: domino-arena
Version: {version}
Summary: Bots for Domino Arena, and its games as environments for learning
License: {license}
License-File: LICENSE
Requires-Python: >=3.9
Requires-Dist: numpy
Provides-Extra: zmq
Requires-Dist: pyzmq; extra == "zmq"
Requires-Dist: msgpack; extra == "zmq"
Description-Content-Type: text/markdown

{readme}"""
WHEEL = """\
Wheel-Version: 1.0
Generator: build_package.py
Root-Is-Purelib: {pure}
Tag: {tag}
"""


def read(*names):
    with open(os.path.join(HERE, *names), "rb") as file:
        return file.read()


def packed_readme(text):
    """Returns a README.md as a package has it: of links to files of the repository only the text is left."""
    return re.sub(rb"\[([^]]+)\]\(\.\./[^)]+\)", rb"\1", text)


def is_sdist():
    return os.path.exists(os.path.join(HERE, "PKG-INFO"))


def license_text():
    return read("LICENSE") if is_sdist() else read(ROOT, "LICENSE")


def version_here():
    if is_sdist():
        return re.search(rb"^Version: (\S+)$", read("PKG-INFO"), re.MULTILINE)[1].decode()
    return re.search(rb"^project\(\S+ VERSION (\S+)", read(ROOT, "CMakeLists.txt"), re.MULTILINE)[1].decode()


def metadata(version):
    name_of_license = license_text().decode().split("\n")[0]
    return METADATA.format(version=version, license=name_of_license, readme=packed_readme(read("README.md")).decode()).encode()


def record_line(name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"


def tag_for(library):
    """A library is for one kind of machine, and any Python 3 can load it."""
    return "py3-none-" + (re.sub(r"[-.]", "_", sysconfig.get_platform()) if library else "any")


def wheel(version, library):
    """Returns the name and the bytes of the wheel; `library` is the path of libdomino, or None."""
    info, tag = f"domino_arena-{version}.dist-info", tag_for(library)
    files = {}
    for name in MODULES:
        files[f"{name}/__init__.py"] = read(name + ".py")
        files[f"{name}/py.typed"] = b""
    if library:
        files["domino_env/libdomino.so"] = read(os.path.abspath(library))
    files[f"{info}/LICENSE"] = license_text()
    files[f"{info}/METADATA"] = metadata(version)
    files[f"{info}/WHEEL"] = WHEEL.format(tag=tag, pure="false" if library else "true").encode()
    lines = [record_line(name, data) for name, data in files.items()]
    files[f"{info}/RECORD"] = "".join([*lines, f"{info}/RECORD,,\n"]).encode()
    return f"domino_arena-{version}-{tag}.whl", archives.zip_of(files)


def sdist(version):
    """Returns the name and the bytes of the sdist."""
    folder = f"domino_arena-{version}"
    files = {f"{folder}/{name}": read(name) for name in SOURCES}
    files[f"{folder}/README.md"] = packed_readme(read("README.md"))
    files[f"{folder}/LICENSE"] = license_text()
    files[f"{folder}/PKG-INFO"] = metadata(version)
    return folder + ".tar.gz", archives.tar_gz(files)


# -- What pip calls (PEP 517) ---------------------------------------------------------------------


def written(folder, name, data):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return written(wheel_directory, *wheel(version_here(), os.environ.get("DOMINO_LIBRARY")))


def build_sdist(sdist_directory, config_settings=None):
    return written(sdist_directory, *sdist(version_here()))
