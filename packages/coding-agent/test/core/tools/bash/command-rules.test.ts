import { expect, test } from "vitest";
import { findRefusal } from "../../../../src/core/tools/bash/command-rules.ts";

const all = () => true;

test.each([
  ["cat src/a.ts", "read"],
  ["  cat a b", "read"],
  ["cd /work && cat a", "read"],
  ["cd '/my work'; head -n 20 a", "read"],
  ["tail -5 a", "read"],
  ["grep -rn needle src", "grep"],
  ["rg needle", "grep"],
  ["find . -name '*.ts' -type f", "find"],
  ["fd ts src", "find"],
  ["sed -i s/a/b/ x", "edit"],
  ["sed -n -i.bak 's/a/b/' x", "edit"],
  ["perl -pi -e s/a/b/ x", "edit"],
  ["echo hello > x", "write"],
  ['printf "%s" a >x', "write"],
  ["cat > x <<'EOF'\na\nEOF", "write"],
  ["cat <<EOF > x\na\nEOF", "write"],
])("R186: %s is refused while %s is active, and only then", (command, tool) => {
  expect(findRefusal(command, (name) => name === tool)).toBe(
    `Blocked: use the ${tool} tool for this.\nThe command was: ${command}`,
  );
  expect(findRefusal(command, (name) => name !== tool)).toBeUndefined();
});

test.each([
  "cat a | wc -l",
  "cat a b > c",
  "tail -f log",
  "git log --grep fix",
  "npm test 2>&1 | grep fail",
  "grep -c x $(git ls-files)",
  "find . -name '*.tmp' -delete",
  "find . -name '*.ts' -exec wc -l {} +",
  "sed -n 3p a",
  "echo done",
  "echo oops >&2",
  "echo x > /dev/null",
  "echo x >> log",
  "category a",
])("R186: what no tool does is run: %s", (command) => {
  expect(findRefusal(command, all)).toBeUndefined();
});

test("R186: rules of one's own stand in place of those; one that is no regular expression counts for nothing", () => {
  const rules = [
    { pattern: "^(", tool: "read" },
    { pattern: "^make\\b", tool: "recipe", message: "there is a recipe for it." },
  ];
  expect(findRefusal("make all", all, rules)).toBe("Blocked: there is a recipe for it.\nThe command was: make all");
  expect(findRefusal("cat a", all, rules)).toBeUndefined();
});
