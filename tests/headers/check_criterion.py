"""Usage: check_criterion.py ROOT

`gt` of Criterion 2.4.1 also passes when both values are equal, so an assertion with it may be one that cannot fail. Unit tests
write lt(tag, smaller, larger)."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
files = sorted((root / "tests").rglob("*.c"))
found = [f"{path.relative_to(root)}:{number}: gt also holds for equal values; allowed: lt(tag, smaller, larger)"
         for path in files for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
         if re.search(r"\bcr_\w+\(.*\bgt\(", line)]
print("\n".join(found + [f"{len(files)} files, {len(found)} found"]))
sys.exit(bool(found) or not files)
