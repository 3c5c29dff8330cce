import { expect, test } from "vitest";
import { fixArguments, fixCommand } from "../../../../src/core/tools/bash/fix-command.ts";

test.each([
  ["```bash\nls -la\n```", "ls -la"],
  ["```\nls\npwd\n```\n", "ls\npwd"],
  ["$ npm test", "npm test"],
  ["$ cd a\n\n$ ls", "cd a\n\nls"],
  ["ls\r\npwd\r\n", "ls\npwd\n"],
  ["cd a &amp;&amp; ls &gt; out 2&gt;&amp;1", "cd a && ls > out 2>&1"],
])("R196: %j becomes %j", (given, fixed) => {
  expect(fixCommand(given)).toBe(fixed);
});

test.each([
  "echo '$ not a prompt'",
  "$HOME/bin/tool",
  "$(which node) -v",
  "cat <<'EOF'\n```bash\nls\n```\nEOF",
  "```bash\nls\n```\nthen\n```bash\npwd\n```",
  "printf 'a\r\n' > f",
  "echo a\r\necho b\n",
  "echo 'a &amp;&amp; b'",
  "grep &lt; file",
  "echo `date`",
  "",
])("R196: %j is left as it is", (command) => {
  expect(fixCommand(command)).toBe(command);
});

test("arguments that are none are for the schema to refuse", () => {
  expect(fixArguments(undefined)).toBeUndefined();
  expect(fixArguments({ command: 5 })).toEqual({ command: 5 });
  expect(fixArguments({ command: "$ ls", timeout: 3 })).toEqual({ command: "ls", timeout: 3 });
});
