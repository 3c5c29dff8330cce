import { appendFile, mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { collectSessions } from "../reading/collect-sessions.ts";
import { summarize } from "../summarize.ts";
import { htmlPage } from "../views/html-page.ts";
import { textReport } from "../views/text-report.ts";
import { answer, prompt, sessionLines, toolResult, writeSession } from "./session-files.ts";

const TODAY = new Date(2026, 0, 10, 12);
/** Noon in local time, so that the day is the same everywhere. */
const at = (day: number, minute = 0) => new Date(2026, 0, day, 12, minute).toISOString();

let home = "";
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "tau-stats-"));
});
afterEach(async () => await rm(home, { recursive: true, force: true }));

async function statsOf(options: { days?: number; cwd?: string } = {}) {
  return summarize(await collectSessions({ agentDir: home }), { days: 7, today: TODAY, ...options });
}

async function twoProjects() {
  const shop = [prompt(at(9)), answer({ at: at(9, 1), cost: 0.5, cacheRead: 300 }), toolResult(at(9, 2), "bash", true)];
  const more = [
    answer({ at: at(10), cost: 0.25 }),
    answer({ at: at(10, 1), model: "haiku" }),
    toolResult(at(10, 2), "bash"),
  ];
  await writeSession(home, "shop", "one", sessionLines("/shop", at(9), [...shop, ...more]));
  await writeSession(
    home,
    "docs",
    "two",
    sessionLines("/docs", at(1), [answer({ at: at(1), cost: 9 }), answer({ at: at(8), cost: 0.1 })]),
  );
}

test("tokens, cost, cache and tools are added up by day, model and project", async () => {
  await twoProjects();
  const stats = await statsOf();
  expect(stats).toMatchObject({ from: "2026-01-04", to: "2026-01-10", sessions: 2, prompts: 1 });
  expect(stats.total).toMatchObject({ requests: 4, input: 400, output: 40, cacheRead: 300, milliseconds: 4000 });
  expect(stats.total.cost).toBeCloseTo(0.85);
  expect(stats.days.map(({ use }) => use.requests)).toEqual([0, 0, 0, 0, 1, 1, 2]);
  expect(stats.models.map(({ name, use }) => [name, use.requests])).toEqual([
    ["anthropic/sonnet", 3],
    ["anthropic/haiku", 1],
  ]);
  expect(stats.projects.map(({ name, use }) => [name, use.requests])).toEqual([
    ["/shop", 3],
    ["/docs", 1],
  ]);
  expect(stats.tools).toEqual([{ name: "bash", use: { calls: 2, errors: 1, milliseconds: 40 } }]);
  expect((await statsOf({ cwd: "/docs" })).total.requests).toBe(1);
  expect((await statsOf({ days: 30 })).total.cost).toBeCloseTo(9.85);
});

test("what was added to a session is read from where the last reading ended; a file written anew is read whole", async () => {
  const path = await writeSession(home, "shop", "one", sessionLines("/shop", at(9), [answer({ at: at(9) })]));
  expect((await statsOf()).total.requests).toBe(1);
  const half = JSON.stringify(answer({ at: at(10) }));
  await appendFile(path, half.slice(0, 20));
  expect((await statsOf()).total.requests).toBe(1);
  await appendFile(path, `${half.slice(20)}\n`);
  expect((await statsOf()).total.requests).toBe(2);
  await writeFile(path, sessionLines("/shop", at(9), [answer({ at: at(9), model: "opus" })]));
  expect((await statsOf()).models).toMatchObject([{ name: "anthropic/opus", use: { requests: 1 } }]);
  // A change that keeps size and time is not seen, so the second reading did come from the cache.
  const time = new Date(at(10));
  await utimes(path, time, time);
  await statsOf();
  await writeFile(path, (await readFile(path, "utf8")).replace('"opus"', '"mini"'));
  await utimes(path, time, time);
  expect((await statsOf()).models).toMatchObject([{ name: "anthropic/opus" }]);
});

test("broken sessions are named and do not stop the rest", async () => {
  await twoProjects();
  const broken = await writeSession(home, "bad", "broken", "this is no session\n");
  const cut = await writeSession(
    home,
    "bad",
    "cut",
    `${sessionLines("/bad", at(9), [answer({ at: at(9) })])}{"type":"message","usage":{\n`,
  );
  const empty = await writeSession(home, "bad", "empty", "");
  const strange = `${sessionLines("/bad", at(9), [{ type: "message", timestamp: at(9), message: { role: "assistant", usage: { input: "x", cost: null } } }])}null\n["usage"]\n`;
  await writeSession(home, "bad", "strange", strange);
  const stats = await statsOf();
  expect(stats.total.requests).toBe(6);
  expect(stats.problems).toMatchObject([
    { path: broken, reason: "It does not begin like a session." },
    { path: cut, reason: "1 line cannot be read." },
    { path: empty, reason: "It does not begin like a session." },
  ]);
  expect(textReport(stats, { width: 80, home: "/root" })).toContain("Not counted, or not whole (3):");
});

test("a fork counts only what is its own", async () => {
  const shared = answer({ at: at(8), cost: 1 });
  await writeSession(home, "shop", "one", sessionLines("/shop", at(8), [shared]));
  const fork = sessionLines("/shop", at(9), [shared, answer({ at: at(9, 5), cost: 2 })], {
    parentSession: "one.jsonl",
  });
  await writeSession(home, "shop", "two", fork);
  expect((await statsOf()).total).toMatchObject({ requests: 2, cost: 3 });
});

test("a cache that is no database is made again", async () => {
  await twoProjects();
  await statsOf();
  await writeFile(join(home, "cache", "stats.sqlite"), "rubbish ".repeat(2000));
  expect((await statsOf()).total.requests).toBe(4);
});

test("a line of any length is read in bounded memory, and one beyond all measure is skipped", async () => {
  const long = toolResult(at(9), "read");
  const huge = { ...long, filler: "x".repeat(17 * 1024 * 1024) };
  await writeSession(
    home,
    "shop",
    "one",
    sessionLines("/shop", at(9), [{ ...long, filler: "y".repeat(1024 * 1024) }, huge, answer({ at: at(9) })]),
  );
  const stats = await statsOf();
  expect(stats.tools).toMatchObject([{ name: "read", use: { calls: 1 } }]);
  expect(stats.total.requests).toBe(1);
  expect(stats.problems).toMatchObject([{ reason: "1 line cannot be read." }]);
});

test("the report fits its width", async () => {
  await twoProjects();
  const stats = await statsOf();
  for (const width of [40, 80, 100]) {
    const report = textReport(stats, { width, home: "/root" });
    for (const line of report.split("\n").slice(3)) expect(line.length).toBeLessThanOrEqual(width);
    expect(report).toMatchSnapshot();
  }
  expect(textReport(await statsOf({ cwd: "/none" }), { width: 80, home: "/" })).toBe(
    "No session has used a model from 2026-01-04 to 2026-01-10.",
  );
});

test("the page asks for nothing and shows names as text", async () => {
  const name = `<img src=x onerror="alert(1)">`;
  await writeSession(
    home,
    "x",
    "one",
    sessionLines(`/home/${name}`, at(9), [answer({ at: at(9), model: name, cost: 1 })]),
  );
  const page = htmlPage(await statsOf(), { home: "/root" });
  expect(page).not.toContain("<img");
  expect(page).not.toMatch(/<script|https?:\/\//);
  expect(page).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
  expect(page.match(/<rect class="bar"/g)).toHaveLength(7);
});

test("a thousand sessions are read once", async () => {
  for (let number = 0; number < 1000; number++)
    await writeSession(
      home,
      `p${number % 20}`,
      `s${number}`,
      sessionLines(`/p${number % 20}`, at(9), [answer({ at: at(9) })]),
    );
  expect((await statsOf()).total.requests).toBe(1000);
  const seen: number[] = [];
  await collectSessions({ agentDir: home, onProgress: (done) => seen.push(done) });
  expect(seen.at(-1)).toBe(1000);
});
