import { readFile } from "node:fs/promises";
import { SessionLog } from "@tau/agent";
import { beforeEach, expect, test } from "vitest";
import { exportSession, pageTheme } from "../../../src/core/export/index.ts";
import { terminalToHtml } from "../../../src/core/export/page/terminal-html.ts";
import { builtInThemes, parseHex } from "../../../src/core/themes/index.ts";
import { tempFolder } from "../temp-folder.ts";
import { answer, sampleSession } from "./sample-session.ts";

async function exported(log: SessionLog, theme = "dark"): Promise<string> {
  const options = { path: `${theme}.html`, cwd: await tempFolder(), theme: pageTheme(theme, []) };
  return await readFile(await exportSession({ log, sessionId: "x" }, options), "utf8");
}

let html = "";
beforeEach(async () => {
  html ||= await exported(sampleSession());
});

/** The boxes of the tools, without the colours. */
function boxes(): string[] {
  const plain = html.replace(/<span class="[ac]\d+">([^<]*)<\/span>/g, "$1");
  return plain.match(/<details class="tool[\s\S]*?<\/details>/g) ?? [];
}

test("a call and its result are one box, with what the screen says of it", () => {
  expect(boxes()[0]).toMatch(/<details class="tool"><summary><b>read<\/b> <code>src\/parse.ts<\/code> .*3 lines/);
  expect(boxes()[1]).toBe(
    '<details class="tool" open><summary><b>$</b> <code>npm test -- parse</code></summary><pre>2 passed</pre></details>',
  );
  expect(boxes()[3]).toContain("<pre>def f():\n    return None</pre>");
  expect(html.match(/2 passed/g)).toHaveLength(1);
});

test("a failure is open and says so in the tree", () => {
  expect(html).toMatch(/<details class="tool error" open><summary><b>\$<\/b>[^\n]*false[\s\S]{0,80}exited with code 1/);
  expect(html).toContain(">bash: false (failed)</a>");
});

test("a diff has the new numbers of its lines, and the colours of its language", () => {
  const diff = /<pre class="diff">([\s\S]*?)<\/pre>/.exec(html)?.[1] ?? "";
  const lines = [...diff.matchAll(/<(ins|del|span) data-n="(\d+)" data-sign="(.)">/g)].map(([, ...line]) => line);
  expect(lines).toEqual([
    ["span", "10", " "],
    ["del", "11", "-"],
    ["ins", "11", "+"],
    ["ins", "12", "+"],
    ["span", "13", " "],
  ]);
  expect(diff).toMatch(/<span class="c\d+">const<\/span> tokens/);
  expect(html).toContain("+2 −1");
});

test("batteries draw their calls although no session has woken them", () => {
  const plain = boxes().map((box) => box.replace(/<[^>]*>/g, ""));
  expect(plain[4]).toBe("todoParser\n  ✓ Measure it\n  ▸ Read once");
  expect(plain.some((box) => box.startsWith("ask Which parser?") && box.includes("✓ New"))).toBe(true);
  expect(html).not.toContain("todo text");
});

test("a prompt is shown as it was typed, with all that was sent behind it", () => {
  expect(html).toContain(
    '<section class="user"><pre>Read @notes.md</pre><details class="note"><summary><b>All that was sent',
  );
  expect(html).toContain("the notes");
});

test("a secret is left out although its code is coloured in pieces, and one that an extension would draw", async () => {
  const secret = `sk-ant-api03-${"12345-abcde-".repeat(5)}`;
  const log = SessionLog.inMemory("/repo");
  const text = `\`\`\`ts\nconst key = ${secret};\n\`\`\`\n\n${secret}`;
  log.appendMessage(answer([{ type: "text", text }]));
  const call = { type: "toolCall" as const, id: "1", name: "todo", arguments: { note: secret } };
  log.appendMessage(answer([call, { ...call, id: "2", name: "bash", arguments: { command: `login ${secret}` } }]));
  const page = await exported(log);
  expect(page.replace(/<[^>]*>/g, "")).not.toContain("12345-abcde");
  expect(page.match(/\[redacted\]/g)?.length).toBeGreaterThan(3);
});

test("a session without a name is called by its first prompt", async () => {
  const log = SessionLog.inMemory("/repo");
  log.appendMessage({ role: "user", content: "Find\nthe bug", timestamp: 1 });
  expect(await exported(log)).toContain("<title>Find the bug</title>");
});

test("a result that answers no single call is shown by itself", async () => {
  const log = SessionLog.inMemory("/repo");
  const result = {
    toolCallId: "1",
    toolName: "edit",
    content: [{ type: "text" as const, text: "ok" }],
    isError: false,
  };
  const details = { diff: " 1 same\n-2 <old>\n+2 new\n..." };
  log.appendMessage({ role: "toolResult", ...result, details, timestamp: 1 });
  log.appendMessage({ role: "toolResult", ...result, timestamp: 1 });
  const page = await exported(log);
  expect(page).toContain(
    '<del data-n="2" data-sign="-">&#60;old&#62;\n</del><ins data-n="2" data-sign="+">new\n</ins>',
  );
  expect(page).toContain("<pre>ok</pre>");
});

test.each(builtInThemes().map(({ name }) => name))(
  "%s: every colour of a text can be read on every ground",
  async (name) => {
    const page = await exported(sampleSession(), name);
    const rules = [...page.matchAll(/:root[^{]*\{ ([^}]*) \}/g)].map(([, rule = ""]) => rule);
    expect(rules).toHaveLength(2);
    for (const rule of rules) {
      const colors = [...rule.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(
        ([, key = "", hex = ""]) => [key, hex] as const,
      );
      const isGround = (key: string) => /^(?:background|code|tool|info|user|error|.*-bg)$/.test(key);
      const grounds = colors.filter(([key]) => isGround(key));
      const texts = colors.filter(([key]) => !isGround(key) && key !== "line" && !key.startsWith("on-"));
      expect(texts.length).toBeGreaterThan(10);
      const poor = texts.flatMap(([key, text]) =>
        grounds.filter(([, ground]) => contrast(text, ground) < 4.5).map(([on]) => `${key} on ${on}`),
      );
      expect(poor).toEqual([]);
    }
  },
);

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = parseHex(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each([
  [
    "\u001b[1;31mred\u001b[22m thin\u001b[0m plain",
    '<span class="a1 bold">red</span><span class="a1"> thin</span> plain',
  ],
  ["\u001b[38;2;254;1;0maccent\u001b[39m", '<span class="c0">accent</span>'],
  ["\u001b[38;2;1;2;3mown\u001b[48;5;200m colours", "own colours"],
  ["\u001b[38;5;9mbright", '<span class="a1">bright</span>'],
  ['\u001b]8;;javascript:x\u0007link\u001b]8;;\u0007 <b>"', "link &#60;b&#62;&#34;"],
  ["\u001b[2Jgone\u0000\u0085", "gone"],
])("%j of a terminal", (line, expected) => {
  expect(terminalToHtml([line])).toEqual([expected]);
});

test.each(["\u001b]0;", "\u001b[", "\u001b[1m", " ", "\u009d"])(
  "a long line of %j takes no more time than its length",
  (piece) => {
    expect(terminalToHtml([`x${piece.repeat(200_000)}y`])).toHaveLength(1);
  },
);
