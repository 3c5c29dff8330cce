import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SessionManager } from "@tau/agent/node";
import { expect, test } from "vitest";
import { exportSession } from "../../../src/core/export/index.ts";
import { tempFolder } from "../temp-folder.ts";

const usage = {
  input: 1,
  output: 1,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 2,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

function answer(text: string) {
  return {
    role: "assistant" as const,
    content: [
      { type: "thinking" as const, thinking: "hm" },
      { type: "text" as const, text },
    ],
    api: "openai-completions",
    provider: "p",
    model: "m",
    usage,
    stopReason: "stop" as const,
    timestamp: 1,
  };
}

/** Two branches below the first answer. */
async function branchedSession() {
  const folder = await tempFolder();
  const log = SessionManager.create(folder, join(folder, "sessions"), { home: folder });
  log.appendSessionInfo("A <b>bold</b> name");
  log.appendMessage({ role: "user", content: "first question </script>", timestamp: 1 });
  const fork = log.appendMessage(answer("first answer"));
  log.appendMessage({ role: "user", content: "left branch", timestamp: 1 });
  log.branch(fork);
  const image = { type: "image" as const, mimeType: "image/png", data: Buffer.alloc(3000, 7).toString("base64") };
  log.appendMessage({ role: "user", content: [{ type: "text", text: "right branch" }, image], timestamp: 1 });
  log.appendMessage(answer(`the key is sk-ant-${"x".repeat(40)}`));
  return { folder, log, image, session: { sessionManager: log, sessionId: log.getSessionId() } };
}

test("the page is one file with the whole tree, and may ask nobody for anything", async () => {
  const { folder, session, image } = await branchedSession();
  const path = await exportSession(session, { path: "out.html", cwd: folder });
  const html = await readFile(path, "utf8");
  expect(path).toBe(join(folder, "out.html"));
  expect(html).toContain("default-src 'none'");
  expect(html.replaceAll("image/png;base64", "")).not.toMatch(/(?:src|href)="(?!#|data:)|https?:|@import|url\(/);
  expect(html).toContain("A &#60;b&#62;bold&#60;/b&#62; name");
  expect(html).toContain("first question &#60;/script&#62;");
  expect(html.match(/<\/script>/g)).toHaveLength(1);
  expect(html).toContain(`src="data:image/png;base64,${image.data}"`);
  expect(html).not.toContain("x".repeat(40));
  for (const part of ['id="search"', 'id="fold"', 'id="theme"', 'data-theme="light"', "<details", "<nav"])
    expect(html).toContain(part);
});

test("the branch of the leaf is shown, the other is there and hidden", async () => {
  const { folder, session } = await branchedSession();
  const html = await readFile(await exportSession(session, { path: "out.html", cwd: folder }), "utf8");
  const articles = [...html.matchAll(/<article id="[^"]*" data-parent="[^"]*"( hidden)?>(.*?)<\/article>/gs)];
  const texts = articles.map(([, hidden, body]) => ({
    hidden: hidden !== undefined,
    text: [...(body ?? "").matchAll(/<pre>(.*?)<\/pre>/g)].at(-1)?.[1],
  }));
  expect(texts).toEqual([
    { hidden: false, text: "first question &#60;/script&#62;" },
    { hidden: false, text: "first answer" },
    { hidden: true, text: "left branch" },
    { hidden: false, text: "right branch" },
    { hidden: false, text: "the key is [redacted]" },
  ]);
  expect(html).toContain('<li style="padding-left:1rem">');
});

test("the log is written as it is, with its images in place", async () => {
  const { folder, session, log, image } = await branchedSession();
  const path = await exportSession(session, { path: "out.jsonl", cwd: folder });
  const lines = (await readFile(path, "utf8"))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toEqual([log.getHeader(), ...log.getEntries()].map((value) => JSON.parse(JSON.stringify(value))));
  expect(JSON.stringify(lines)).toContain(image.data);
  expect(SessionManager.open(path, undefined, undefined, { home: folder }).getEntries()).toHaveLength(
    log.getEntries().length,
  );
});

test("a text holds the branch, compactions and all", async () => {
  const { folder, session } = await branchedSession();
  const text = await readFile(await exportSession(session, { path: "out.md", cwd: folder }), "utf8");
  expect(text).toContain("## You\n\nright branch");
  expect(text).not.toContain("left branch");
});
