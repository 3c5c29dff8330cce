import { link, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createLog, openLog } from "@tau/agent/node";
import { fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { builtCli, startProgram } from "@tau/testkit";
import { Text } from "@tau/tui";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { AgentSession } from "../../../src/compat/pi/agent-session.ts";
import { exportSession } from "../../../src/core/export/index.ts";
import type { Theme } from "../../../src/core/themes/index.ts";
import { sessionWith } from "../extensions/session-with.ts";
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
  const log = createLog(folder, join(folder, "sessions"), { home: folder });
  log.appendSessionInfo("A <b>bold</b> name");
  log.appendMessage({ role: "user", content: "first question </script>", timestamp: 1 });
  const fork = log.appendMessage(answer("first answer"));
  log.appendMessage({ role: "user", content: "left branch", timestamp: 1 });
  log.branch(fork);
  const image = { type: "image" as const, mimeType: "image/png", data: Buffer.alloc(3000, 7).toString("base64") };
  log.appendMessage({ role: "user", content: [{ type: "text", text: "right branch" }, image], timestamp: 1 });
  log.appendMessage(answer(`the key is sk-ant-${"x".repeat(40)}`));
  return { folder, log, image, session: { log, sessionId: log.getSessionId() } };
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
    text: [...(body ?? "").matchAll(/<(?:pre|p)>(.*?)<\/(?:pre|p)>/g)].at(-1)?.[1],
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
  expect(openLog(path, undefined, undefined, { home: folder }).getEntries()).toHaveLength(log.getEntries().length);
});

test("a text holds the branch, compactions and all", async () => {
  const { folder, session } = await branchedSession();
  const text = await readFile(await exportSession(session, { path: "out.md", cwd: folder }), "utf8");
  expect(text).toContain("## You\n\nright branch");
  expect(text).not.toContain("left branch");
});

test("the session itself is never written over, whatever leads to it", async () => {
  const { folder, session, log } = await branchedSession();
  const file = log.getSessionFile() ?? "";
  const before = await readFile(file, "utf8");
  await symlink(file, join(folder, "link.jsonl"));
  await link(file, join(folder, "second.jsonl"));
  for (const path of [file, "link.jsonl", "second.jsonl"])
    await expect(exportSession(session, { path, cwd: folder })).rejects.toThrow("is the session itself");
  expect(await readFile(file, "utf8")).toBe(before);
});

test("an export that cannot be written leaves the one before it", async () => {
  const { folder, log } = await branchedSession();
  const page = join(folder, "out.html");
  await writeFile(page, "the one before");
  // A limit on the size of files stands in for a full disk.
  const command = `ulimit -f 1; trap '' XFSZ; exec "$0" "$1" export "$2" out.html`;
  const args = ["-c", command, process.execPath, builtCli, log.getSessionFile() ?? ""];
  log.close();
  const program = startProgram({
    command: "bash",
    args,
    cwd: folder,
    env: { ...process.env, TAU_HOME: folder },
    stdin: "",
  });
  expect(await program.exited).toMatchObject({ exitCode: 4, stdout: "" });
  expect(await readFile(page, "utf8")).toBe("the one before");
  expect((await readdir(folder)).filter((name) => name.startsWith("out"))).toEqual(["out.html"]);
});

test("a folder that is not there yet is made", async () => {
  const { folder, session } = await branchedSession();
  expect(await exportSession(session, { path: "a/b/out.md", cwd: folder })).toBe(join(folder, "a/b/out.md"));
});

test("what else than colours a terminal obeys is left out of a page", async () => {
  const { folder, log, session } = await branchedSession();
  const output = "\u001b[31mred\u001b[0m \u001b]0;title\u0007text";
  const run = { command: "ls", output, exitCode: 0, cancelled: false, truncated: false };
  log.appendMessage({ role: "bashExecution", ...run, timestamp: 1 });
  const content = [{ type: "text" as const, text: output }];
  log.appendMessage({ role: "toolResult", toolCallId: "1", toolName: "bash", content, isError: false, timestamp: 1 });
  const html = await readFile(await exportSession(session, { path: "colours.html", cwd: folder }), "utf8");
  expect(html).not.toMatch(/[\u001b\u0007]/);
  expect(html).toContain('<pre><span class="a1">red</span> text</pre>');
  expect(html).toContain("<pre>red text</pre>");
});

test("a page shows the calls of tools as their extension draws them, and as usual where it fails to", async () => {
  const call = (name: string) => fauxAssistantMessage(fauxToolCall(name, { city: "Paris" }));
  const tool = (name: string, renderers: object) => ({
    ...{ name, label: name, description: name, parameters: Type.Object({ city: Type.String() }) },
    execute: async () => ({ content: [{ type: "text" as const, text: "raw words" }], details: { degrees: 21 } }),
    ...renderers,
  });
  await using setup = await sessionWith(
    [
      (pi) => {
        pi.registerTool(
          tool("weather", {
            renderCall: ({ city }: { city: string }, theme: Theme, { state }: { state: { asked?: string } }) => {
              state.asked = city;
              return new Text(theme.bold(`weather of ${city}`), 0, 0);
            },
            renderResult: (
              { details }: { details: { degrees: number } },
              { expanded }: { expanded: boolean },
              _theme: Theme,
              { state, args }: { state: { asked?: string }; args: { city: string } },
            ) => new Text(`${details.degrees} degrees in ${state.asked} ${args.city} ${expanded}`, 0, 0),
          }),
        );
        pi.registerTool(
          tool("torn", {
            renderResult: () => {
              throw new Error("bomb");
            },
          }),
        );
      },
    ],
    { answers: [call("weather"), call("torn"), fauxAssistantMessage("done")] },
  );
  await setup.session.prompt("go");
  const html = await readFile(
    await new AgentSession(setup.session, setup.services).exportToHtml(join(setup.cwd, "page.html")),
    "utf8",
  );
  expect(html).toContain("weather of Paris");
  expect(html).toContain("21 degrees in Paris Paris true");
  expect(html).toContain("<b>torn</b>");
  // Once: what the other one drew stands for it.
  expect(html.match(/raw words/g)).toHaveLength(1);
});

test.each(["out.pdf", "out.docx", "out.html.gz"])("%s is refused with the formats that there are", async (path) => {
  const { folder, session } = await branchedSession();
  await expect(exportSession(session, { path, cwd: folder })).rejects.toThrow(
    /^A session cannot be written as \.\w+\. Use \.html \(a page, .*\), \.md \(a text\) or \.jsonl \(the log\)\.$/,
  );
  expect(await readdir(folder)).not.toContain(path);
});
