"""The files for a public forge, and CITATION.cff: they are YAML of the right form, and repeat no fact wrongly."""
import re
import sys
import unittest
from pathlib import Path

try:
    import yaml
except ImportError:
    print("skipped: python3-yaml is missing", file=sys.stderr)
    sys.exit(77)

ROOT = Path(__file__).resolve().parents[2]
FORGE = ROOT / ".github"


def read(path):
    return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))


class Forge(unittest.TestCase):

    def test_the_citation_has_what_its_format_requires(self):
        citation, license_text = read("CITATION.cff"), (ROOT / "LICENSE").read_text(encoding="utf-8")
        self.assertEqual(citation["cff-version"], "1.2.0")
        for key in ("message", "title", "authors"):
            self.assertTrue(citation[key], key)
        self.assertTrue(license_text.startswith(f"{citation['license']} License\n"))
        self.assertRegex(license_text, rf"(?m)^Copyright .* {citation['authors'][0]['name']}$")
        self.assertNotIn("version", citation, "CMakeLists.txt has it")

    def test_forms_have_fields_with_labels(self):
        forms = sorted((FORGE / "ISSUE_TEMPLATE").glob("*.yml"))
        self.assertTrue(forms)
        for path in forms:
            form = read(path)
            self.assertTrue(form["name"] and form["description"], path)
            fields = [field for field in form["body"] if field["type"] != "markdown"]
            names = [field["id"] for field in fields]
            self.assertEqual(len(names), len(set(names)), path)
            for field in fields:
                self.assertIn(field["type"], ("textarea", "input", "dropdown", "checkboxes"), path)
                self.assertTrue(field["attributes"]["label"], path)
            self.assertIn(True, [field.get("validations", {}).get("required") for field in fields], path)

    def test_the_workflow_runs_what_every_change_must_pass(self):
        job = read(FORGE / "workflows" / "test.yml")["jobs"]["test"]
        self.assertEqual(job["strategy"]["matrix"], {"debian": ["12", "13"], "compiler": ["gcc", "clang"]})
        self.assertEqual(job["steps"][-1]["run"], ".ci/run")
        self.assertTrue((ROOT / ".ci" / "run").exists())
        for word in re.findall(r"matrix\.(\w+)", (FORGE / "workflows" / "test.yml").read_text(encoding="utf-8")):
            self.assertIn(word, job["strategy"]["matrix"])

    def test_the_page_on_security_says_what_is_supported_and_how_to_report(self):
        text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
        for heading in ("## Supported versions", "## Report a hole"):
            self.assertIn(f"\n{heading}\n", text)


if __name__ == "__main__":
    unittest.main(verbosity=2)
