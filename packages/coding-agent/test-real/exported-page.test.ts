import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createWorkspace, requirePackage, requireProgram, runCli } from "@tau/testkit";
import { expect, type TestContext, test } from "vitest";
import { exportSession, pageTheme } from "../src/core/export/index.ts";
import { type HostileEntry, hostileSession } from "../test/attacks/hostile-session.ts";
import { sampleSession } from "../test/core/export/sample-session.ts";

/** What is used of the browser's library. */
interface Browser {
  newPage(options?: { readonly viewport: { width: number; height: number }; readonly bypassCSP: true }): Promise<Page>;
  close(): Promise<void>;
}

interface Page {
  on(event: "pageerror" | "dialog" | "request" | "console", listener: (what: Shown) => void): void;
  goto(url: string): Promise<unknown>;
  evaluate<T>(expression: string): Promise<T>;
  fill(selector: string, text: string): Promise<void>;
  press(selector: string, key: string): Promise<void>;
  click(selector: string): Promise<void>;
}

interface Shown {
  readonly message?: string | (() => string);
  url?(): string;
  text?(): string;
  type?(): string;
  dismiss?(): Promise<void>;
}

const ATTACKS = [
  "<script>window.owned = 1</script>",
  '<img src=x onerror="window.owned = 1">',
  "</script><script>window.owned = 1</script>",
  '[click](https://x/"onmouseover="window.owned=1)',
  '<svg onload="window.owned = 1">',
  "<iframe srcdoc='<script>parent.owned = 1</script>'>",
];

const ENTRIES: readonly HostileEntry[] = [
  { id: "root", parentId: null, text: "the first words" },
  ...ATTACKS.map((text, at) => ({ id: `attack-${at}`, parentId: at === 0 ? "root" : `attack-${at - 1}`, text })),
  { id: "100%", parentId: "root", text: "behind a per cent sign" },
  { id: '"><script>window.owned = 1</script>', parentId: "100%", text: "behind a tag" },
  { id: "search", parentId: "root", text: "behind an id of the page" },
  { id: "x", parentId: "y", text: "in a circle" },
  { id: "y", parentId: "x", text: "in a circle too" },
  { id: "same", parentId: "root", text: "one of two" },
  { id: "same", parentId: "same", text: "two of two" },
];

test("the exported page runs in a browser: no error, no request, no script but its own", async (context) => {
  await using workspace = await createWorkspace();
  await writeFile(workspace.path("hostile.jsonl"), hostileSession(ENTRIES));
  expect((await runCli({ workspace, args: ["export", "hostile.jsonl", "page.html"] })).exitCode).toBe(0);
  const url = pathToFileURL(workspace.path("page.html")).href;
  const browser = await openBrowser(context, join(workspace.home, "browser"));
  try {
    for (const hash of ["", "#entry-root", "#100%", "#entry-same-1", "#search"]) {
      const page = await browser.newPage();
      const problems = watch(page, url);
      await page.goto(url + hash);
      expect(await page.evaluate("document.querySelectorAll('main article').length")).toBe(ENTRIES.length);
      // Every link shows its entry, whichever branch that is on.
      const hidden =
        "[...document.querySelectorAll('nav a')].filter((a) => (a.click(), document.getElementById(a.hash.slice(1)).hidden)).length";
      expect(await page.evaluate(hidden)).toBe(0);
      await page.fill("#search", "circle");
      await page.press("#search", "Enter");
      expect(await page.evaluate("document.getElementById('count').textContent")).toBe("1 of 2");
      await page.click("#fold");
      await page.click("#theme");
      expect(await page.evaluate("window.owned")).toBeUndefined();
      expect(problems).toEqual([]);
    }
  } finally {
    await browser.close();
  }
});

/** What axe finds, as a line each. */
const FINDINGS =
  "axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))";

test("the exported page is accessible and fits at every width, dark and light, folded and unfolded", async (context) => {
  await using workspace = await createWorkspace();
  const axe = await readFile(join(await requirePackage("axe-core", context), "axe.min.js"), "utf8");
  const browser = await openBrowser(context, join(workspace.home, "browser"));
  try {
    for (const theme of ["dark", "light"]) {
      const options = { path: `${theme}.html`, cwd: workspace.cwd, theme: pageTheme(theme, []) };
      const path = await exportSession({ log: sampleSession(), sessionId: "sample" }, options);
      for (const width of [360, 800, 1400]) {
        const page = await browser.newPage({ viewport: { width, height: 900 }, bypassCSP: true });
        await page.goto(pathToFileURL(path).href);
        await page.evaluate(axe);
        expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
        expect(await page.evaluate(FINDINGS)).toEqual([]);
        await page.click("#fold");
        await page.click("#theme");
        expect(await page.evaluate(FINDINGS)).toEqual([]);
      }
    }
  } finally {
    await browser.close();
  }
});

/** Whatever a page should not do. */
function watch(page: Page, url: string): string[] {
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(`error: ${message}`));
  page.on("console", (line) => line.type?.() === "error" && problems.push(`console: ${line.text?.()}`));
  page.on("request", (request) => !request.url?.().startsWith(url) && problems.push(`request: ${request.url?.()}`));
  page.on("dialog", (dialog) => {
    problems.push("dialog");
    void dialog.dismiss?.();
  });
  return problems;
}

async function openBrowser(context: TestContext, home: string): Promise<Browser> {
  const executablePath = await requireProgram("chromium", context);
  const library = await requirePackage("playwright-core", context);
  const { chromium } = await import(pathToFileURL(join(library, "index.mjs")).href);
  // Chromium's own sandbox needs what containers and root do not have; the page asks nobody for anything.
  return await chromium.launch({ executablePath, args: ["--no-sandbox"], env: { ...process.env, HOME: home } });
}
