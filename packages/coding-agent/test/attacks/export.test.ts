import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createWorkspace, runCli } from "@tau/testkit";
import { expect } from "vitest";
import { type Attempt, testAttempts } from "./attempt.ts";
import { type HostileEntry, hostileSession } from "./hostile-session.ts";

const PLAIN_IDS: readonly HostileEntry[] = [
  { id: "a", parentId: null },
  { id: "b", parentId: "a" },
  { id: "c", parentId: "b" },
];

/** Trees that no Tau writes and that every format reader meets: each has to become a page whose ids are plain, used once, and lead upwards only. */
const TREES: Readonly<Record<string, readonly HostileEntry[]>> = {
  "an id used twice on one branch": [...PLAIN_IDS, { id: "b", parentId: "c" }, { id: "d", parentId: "b" }],
  "an id used a thousand times": Array.from({ length: 1000 }, (_, at) => ({
    id: "a",
    parentId: at === 0 ? null : "a",
  })),
  "an entry that is its own parent": [...PLAIN_IDS, { id: "d", parentId: "d" }],
  "two entries that are each other's parents": [{ id: "x", parentId: "y" }, { id: "y", parentId: "x" }, ...PLAIN_IDS],
  "a circle behind the leaf": [
    ...PLAIN_IDS,
    { id: "x", parentId: "z" },
    { id: "y", parentId: "x" },
    { id: "z", parentId: "y" },
  ],
  "a parent that is not there": [...PLAIN_IDS, { id: "d", parentId: "nowhere" }],
};

const IDS: Readonly<Record<string, string>> = {
  "a bare per cent sign": "100%",
  "half an escape": "%e0%a4%a",
  "a tag": '"><script>alert(1)</script>',
  "an attribute": '" onmouseover="alert(1)',
  "an id of the page's own": "search",
  "the name of a prototype": "__proto__",
  "a line break": "a\nb",
  "ten thousand characters": "x".repeat(10_000),
  "other scripts": "鍵🔑",
  "a number of the page's own": "entry-1",
};

const PAYLOADS: Readonly<Record<string, string>> = {
  "a script": "<script>alert(1)</script>",
  "an image with a handler": '<img src=x onerror="alert(1)">',
  "the end of the page's script": "</script><script>alert(1)</script>",
  "a link with a script": "[click](javascript:alert(1))",
  "a link with a tag": '[click](https://x/"><script>alert(1)</script>)',
  "code with a tag": "`</code><script>alert(1)</script>`",
  "a fence with a language of its own": '```"><script>alert(1)</script>\nx\n```',
  "a comment": "<!--<script>alert(1)-->",
  "a base": '<base href="https://elsewhere/">',
};

testAttempts([
  ...Object.entries(TREES).map(([what, entries]) => attemptWith(what, entries)),
  ...Object.entries(IDS).map(([what, id]) =>
    attemptWith(`an id that is ${what}`, [...PLAIN_IDS, { id, parentId: "c" }, { id: "after", parentId: id }]),
  ),
  ...Object.entries(PAYLOADS).map(([what, text]) =>
    attemptWith(`a text that is ${what}`, [...PLAIN_IDS, { id: "d", parentId: "c", text }]),
  ),
]);

function attemptWith(attempt: string, entries: readonly HostileEntry[]): Attempt {
  return {
    attempt,
    outcome: "a page whose ids are plain, used once and lead upwards, with one script: its own",
    run: async () => {
      await using workspace = await createWorkspace();
      const session = join(workspace.cwd, "hostile.jsonl");
      await writeFile(session, hostileSession(entries));
      const exit = await runCli({ workspace, args: ["export", session, "page.html"] });
      expect(exit.exitCode).toBe(0);
      checkPage(await readFile(workspace.path("page.html"), "utf8"), entries.length);
    },
  };
}

function checkPage(html: string, count: number): void {
  const articles = [...html.matchAll(/<article id="([^"]*)" data-parent="([^"]*)"/g)].map(([, id, parent]) => ({
    id,
    parent,
  }));
  expect(articles).toHaveLength(count);
  const seen = new Set<string | undefined>([""]);
  for (const { id, parent } of articles) {
    expect(id).toMatch(/^entry-[\w-]{1,80}$/);
    expect(seen.has(id)).toBe(false);
    expect(seen.has(parent)).toBe(true);
    seen.add(id);
  }
  const targets = [...html.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
  expect(targets).toEqual(articles.map(({ id }) => id));
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).not.toMatch(/<(?:img|base|iframe)\b|\son\w+="|href="(?!#|https:\/\/)/);
}
