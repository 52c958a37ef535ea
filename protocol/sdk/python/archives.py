"""Archives whose bytes depend on their contents alone, with the standard library alone.

`files` are contents by name, in the order in which they are stored. Every entry has the time SOURCE_DATE_EPOCH of the
environment, in seconds since 1970, or else 1980, which is the first year of zip.
"""
import gzip
import io
import os
import tarfile
import time
import zipfile

_FIRST_OF_ZIP = 315532800  # 1980-01-01


def seconds():
    """The time of all entries, in seconds since 1970."""
    return max(int(os.environ.get("SOURCE_DATE_EPOCH", _FIRST_OF_ZIP)), _FIRST_OF_ZIP)


def tar_gz(files):
    """Returns the bytes of a tar file with gzip."""
    out = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=out, mtime=seconds()) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode, entry.mtime = len(data), 0o644, seconds()
            archive.addfile(entry, io.BytesIO(data))
    return out.getvalue()


def zip_of(files):
    """Returns the bytes of a zip file, which may be a wheel or a jar."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, time.gmtime(seconds())[:6])
            entry.external_attr = 0o100644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return out.getvalue()
