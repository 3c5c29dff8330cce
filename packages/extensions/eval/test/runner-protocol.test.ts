import { chmodSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { evalSession } from "./eval-session.ts";

const SCRIPTED = fileURLToPath(new URL("scripted-python.mjs", import.meta.url));

/** A session whose Python is a script in Node that speaks the runner's protocol. */
async function scripted(env = "") {
  const session = await evalSession({
    files: { "fake-python": `#!/bin/sh\n${env} exec '${process.execPath}' '${SCRIPTED}'\n` },
    settings: { eval: { python: "./fake-python" } },
  });
  chmodSync(`${session.harness.workspace.cwd}/fake-python`, 0o755);
  return session;
}

const py = (...lines: string[]) => `*** Cell py\n${lines.join("\n")}`;

test("R259: raw output and frames come through two pipes and are shown in the order of their marks", async () => {
  await using session = await scripted();
  const [first, late] = await session.run(
    py("raw a", "lateMark b", "raw c"),
    py("raw x", "garbage {not a frame", "foreign", 'result {"text/markdown":"**m**","text/plain":"p"}'),
  );
  expect(first?.text).toBe("abefore\nb\nc");
  expect(late?.text).toContain("**m**");
  expect(late?.text).toContain("{not a frame");
});

test("R259: markdown comes before plain text, plain before HTML, and images are shown", async () => {
  await using session = await scripted();
  const [html, image, json] = await session.run(
    py('result {"text/html":"<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>x &amp; y</td></tr></table>"}'),
    py('result {"image/png":"iVBORw0KGgo=","text/plain":"<Figure>"}'),
    py('result {"application/json":"{\\"k\\":1}","text/plain":"{}"}'),
  );
  expect(html?.text).toBe("a | b\n1 | x & y");
  expect(image?.text).toBe("(no text output)");
  expect(image?.images).toEqual([{ type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" }]);
  expect(json?.details.jsonOutputs).toEqual([{ k: 1 }]);
});

test("a call of a tool from a cell goes through the session; its time does not count", async () => {
  await using session = await scripted();
  await session.harness.workspace.write("a.txt", "alpha");
  const [read, missing] = await session.run(py('call {"path":"a.txt"}'), py('call {"path":"none"}'));
  expect(read?.text).toContain("answered");
  expect(read?.text).toContain("alpha");
  expect(missing?.text).toContain("none");
  expect(missing?.details).toMatchObject({ count: 1, failed: 1 });
});

test("R255: a time limit sends an interrupt; a runner that dies is stated", async () => {
  await using session = await scripted();
  const [stopped, died, after] = await session.run("*** Cell py t:1s\nhang", py("raw bye", "die 9"), py("raw x"));
  expect(stopped?.text).toContain("Command timed out after 1 seconds. The Python kernel was interrupted");
  expect(died?.text).toContain("bye\nThe Python kernel has ended: it exited with code 9.");
  expect(after?.text).toContain("This is a new Python kernel. The one before has ended: it exited with code 9.");
});

test("R263: a kernel that cannot start is tried twice, and its output says why", async () => {
  await using session = await scripted("SCRIPTED_FAIL=1");
  const [result] = await session.run(py("raw x"));
  expect(result?.isError).toBe(true);
  expect(result?.text).toContain("The Python kernel did not start: it exited with code 1.");
  expect(result?.text).toContain("SyntaxError: this Python is too old");
});

test("stopping the run stops the start of a kernel that hangs, and it is not tried again", async () => {
  await using session = await scripted('echo start >>"$PWD/starts"; sleep 1000;');
  const { harness } = session;
  const starts = () => harness.workspace.read("starts").catch(() => "");
  const running = session.run(py("raw x")).catch(() => undefined);
  await expect.poll(starts).toBe("start\n");
  await harness.session.abort();
  await running;
  expect(JSON.stringify(harness.session.messages)).toContain("The Python kernel did not start: its start was stopped.");
  expect(await starts()).toBe("start\n");
});

test("cells that were not run after a failure do not count as those of a kernel that has ended", async () => {
  await using session = await scripted();
  const [failed, first] = await session.run(
    ["*** Cell js", 'throw new Error("no")', "*** Cell py", "raw never"].join("\n"),
    py("raw x"),
  );
  expect(failed?.text).toContain("1 later cell was not run.");
  expect(first?.text).toBe("x");
});
