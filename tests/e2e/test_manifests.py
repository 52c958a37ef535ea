"""Each key of bot.yaml gets wrong values in turn. The error is one line with file, line, key and allowed values."""
import os
import re

import arena

LONG = "x" * 5000

# key -> values that it must not have.
WRONG = {
    "name": ["", "[a]", "{a: b}", "A", "a b", "../a", "a/b", ".a", "-a", "a" * 33, '"a\\u0007"', '""', "~"],
    "run": ["", "x", "{a: b}", "[]", "[[x]]", "[{a: b}]", "['']", "[~]", "[" + ", ".join(["x"] * 65) + "]",
            f"[{LONG}]", '["a\\0b"]'],
    "env": ["", "A=b", "[A]", "{" + ", ".join(f"A{i}: b" for i in range(17)) + "}"],
    "build": ["", "make", "{a: b}", "[make]", "[[]]", "[[[make]]]", "[[make, {a: b}]]", "[['']]",
              "[" + ", ".join(["[x]"] * 17) + "]", "[[" + ", ".join(["x"] * 65) + "]]", f"[[{LONG}]]"],
    "transport": ["", "[zmq]", "{zmq: stdio}", "ZMQ", "tcp", "1", "zmq stdio", '""'],
    "key": ["", "[a]", "{a: b}", "a" * 40, "a" * 41, '"a\\u0007"', '"a\\0b"'],
    "variants": ["", "block-2", "{a: b}", "[]", "[Block]", "[[a]]", "[a b]", "[" + "a" * 33 + "]",
                 "[" + ", ".join(["a"] * 257) + "]", "['']"],
    "derived": ["", "[true]", "{a: b}", "True", "yes", "1", '""'],
    "author": ["", "[me]", "{a: b}", "a" * 201, '"a\\nb"', '"a\\u001bb"', '"a\\0b"'],
    "url": ["", "[me]", "{a: b}", "a" * 201, '"a\\nb"', '"a\\0b"'],
    "language": ["", "[c]", "{a: b}", "a" * 65, '"a\\tb"', '"a\\0b"'],
    "limits": ["", "5", "[5]", "~"],
    "limits.memory_mb": ["", "15", "1048577", "-1", "1.5", "many", "'64'", "[64]", "{a: b}", "0x40", "1_000",
                         "99999999999999999999", "nan"],
    "limits.processes": ["", "0", "4097", "-1", "1.5", "many", "'4'", "[4]", "{a: b}", "1e3", "inf"],
}
RIGHT = {"name": "mine", "run": "[x]", "env": "{A: b}", "build": "[[x]]", "transport": "zmq", "key": "x", "variants": "[block-2]", "derived": "false",
         "author": "me", "url": "here", "language": "c", "limits": "{memory_mb: 64}", "memory_mb": "64",
         "processes": "4"}
REQUIRED = {"name": "name: mine", "run": "run: [x]"}


class Manifests(arena.ArenaTest):

    def setUp(self):
        super().setUp()
        self.folder = os.path.join(self.home, "mine")
        os.mkdir(self.folder)

    def refused(self, text):
        """The message without the name of the file: (line, key, rest)."""
        arena.write(os.path.join(self.folder, "bot.yaml"), text)
        home = os.path.join(self.home, "arena")
        out, err = self.arena("check", self.folder, "--home", home, status=2, home=False)
        self.assertEqual((out, err.count("\n")), ("", 1), text)
        self.assertTrue(all(c >= " " for c in err[:-1]), "control characters go to no terminal")
        self.assertFalse(os.path.exists(os.path.join(home, "bots")))
        found = re.fullmatch(rf"domino-arena: {re.escape(self.folder)}/bot\.yaml:(\d+): ([a-z_.]+): (.*)\n", err)
        self.assertIsNotNone(found, err)
        return int(found[1]), found[2], found[3]

    def write(self, key, value):
        """Write a manifest in which only this key is wrong; it is in the last line."""
        lines = [line for name, line in REQUIRED.items() if name != key]
        last = f"limits: {{{key[7:]}: {value}}}" if key.startswith("limits.") else f"{key}: {value}"
        return "\n".join(lines + [last]) + "\n", len(lines) + 1

    def test_every_wrong_value_of_every_key_is_named_with_its_line(self):
        for key, values in WRONG.items():
            for value in values:
                with self.subTest(f"{key}: {value[:40]}"):
                    text, line = self.write(key, value)
                    at, what, problem = self.refused(text)
                    self.assertEqual((at, what), (line, key))
                    self.assertIn("; allowed: ", problem)

    def test_a_wrong_variable_is_named(self):
        for name, value in (("a b", "c"), ("1a", "b"), ('"a\\u001b"', "b"), ('""', "b"), ("a" * 65, "b"), ("PATH", "b"), ("LD_X", "b"),
                            ("LC_ALL", "b"), ("DOMINO_ARENA_TOKEN", "b"), ("a", "[b]"), ("a", ""), ("a", "b" * 1025), ("a", "{b: c}")):
            with self.subTest(f"{name}: {value[:40]}"):
                arena.write(os.path.join(self.folder, "bot.yaml"), f"name: mine\nrun: [x]\nenv:\n  GOOD: x\n  {name}: {value}\n")
                _, err = self.arena("check", self.folder, status=2)
                self.assertRegex(err, r"^domino-arena: [^\n\x1b]*/bot\.yaml:5: env\.[^\n\x1b]*; allowed: [^\n\x1b]*\n$")

    def test_a_repeated_key_is_refused(self):
        for key in WRONG:
            with self.subTest(key):
                *group, name = key.split(".")
                line = ("  " if group else "") + f"{name}: {RIGHT[name]}\n"
                head = "" if name in REQUIRED else "".join(v + "\n" for v in REQUIRED.values())
                head += "".join(v + "\n" for k, v in REQUIRED.items() if name in REQUIRED and k != name)
                text = head + ("limits:\n" if group else "") + 2 * line
                at, what, problem = self.refused(text)
                self.assertEqual((at, what), (text.count("\n"), key))
                self.assertIn(f"given twice, first in line {at - 1}; allowed: once", problem)

    def test_for_a_misspelt_key_the_right_one_is_suggested(self):
        for key in WRONG:
            with self.subTest(key):
                wrong = key + "x"
                text, line = self.write(wrong, "words")
                at, what, problem = self.refused("name: mine\nrun: [x]\n" + text.splitlines()[-1] + "\n")
                self.assertEqual((at, what), (3, wrong))
                self.assertIn(f"(did you mean {key.split('.')[-1]}?)", problem)
                allowed = problem.split("; allowed: ")[1].split(", ")
                inner = {k.split(".")[1] for k in WRONG if "." in k}
                self.assertEqual(set(allowed), inner if "." in key else {k for k in WRONG if "." not in k},
                                 "this test knows every key")

    def test_missing_required_keys_are_named(self):
        for key, line in REQUIRED.items():
            text = "\n".join(v for k, v in REQUIRED.items() if k != key) + "\n"
            at, what, problem = self.refused(text)
            self.assertEqual((at, what), (1, key))
            self.assertIn("is missing; allowed: ", problem)


if __name__ == "__main__":
    arena.main()
