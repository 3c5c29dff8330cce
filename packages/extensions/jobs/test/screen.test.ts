import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { ExtensionAPI } from "@tau/coding-agent";
import type { ModelReply } from "@tau/testkit";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, onTestFinished, test } from "vitest";
import { manifest } from "../manifest.ts";

const call = (name: string, args: object): ModelReply => ({ toolCalls: [{ name, arguments: args as never }] });

test("/jobs lists jobs with the end of their output, follows one, writes to it and stops it", async () => {
  const command = "for i in $(seq 40); do echo line $i; done; while read line; do echo got $line; done";
  const script = [call("bash", { command, async: true }), { text: "started it" }];
  await using harness = await createExtensionHarness({ extensions: [manifest], script, mode: "tui" });
  const { window } = harness.terminal;
  const press = async (seen: RegExp, ...keys: string[]) => {
    harness.terminal.press(...keys);
    await window.waitForText(seen);
  };
  await harness.prompt("go");
  await window.waitForText(/1 job running/);
  await press(/▸ for i in[\s\S]*running[\s\S]*line 40/, ..."/jobs", "enter");
  await press(/Write to job-/, "i");
  await press(/got hello/, ..."hello", "enter");
  await press(/line 40[^\n]*\n│ got hello[\s\S]*esc back/, "enter");
  expect(window.screen().join("\n")).not.toMatch(/line 1\s*$/m);
  await press(/▸ for i in/, "escape");
  await press(/■ for i in[\s\S]*cancelled/, "x");
  await press(/This job has ended/, "i");
  await press(/This job has ended/, "up", "x");
  await press(/^(?![\s\S]*job running)/, "escape");
  expect(harness.errors).toEqual([]);
});

test("without a job, /jobs offers no key for one", async () => {
  await using harness = await createExtensionHarness({ extensions: [manifest], mode: "tui" });
  const { window } = harness.terminal;
  harness.terminal.press(..."/jobs", "enter");
  await window.waitForText(/Nothing runs in the background\.[\s\S]*esc close/);
  expect(window.screen().join("\n")).not.toMatch(/x stop|write a line/);
  harness.terminal.press("x", "i", "escape");
  await window.waitForText(/^(?![\s\S]*Jobs)/);
  expect(harness.errors).toEqual([]);
});

test("beside the list the newest lines of a job are shown, also where they wrap", async () => {
  const long = "word ".repeat(30);
  const command = `for i in $(seq 40); do echo "line $i ${long}"; done; read x`;
  const script = [call("bash", { command, async: true }), { text: "started it" }];
  await using harness = await createExtensionHarness({ extensions: [manifest], script, mode: "tui" });
  await harness.prompt("go");
  harness.terminal.press(..."/jobs", "enter");
  await harness.terminal.window.waitForText(/│ …[\s\S]*line 40 word/);
  harness.terminal.press("x");
  await harness.terminal.window.waitForText(/cancelled/);
  expect(harness.errors).toEqual([]);
});

/** Runs a recorded command in a program that is killed at once, as a crash of Tau does. */
async function leaveBehind(record: string, command: string): Promise<void> {
  const processes = new URL("../../../coding-agent/src/core/process/index.ts", import.meta.url).href;
  const program = `
    import { localProcesses } from ${JSON.stringify(processes)};
    const request = { file: "bash", args: ["-c", ${JSON.stringify(command)}], cwd: "/", env: process.env, purpose: "model" };
    localProcesses.run({ ...request, onData: () => console.log("running"), record: ${JSON.stringify(record)} });
  `;
  const args = ["--conditions=@tau/source", "--input-type=module", "-e", program];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
}

test("after a crash a job that still runs is taken up under its id, and the others are reported as ended", async () => {
  let api: ExtensionAPI | undefined;
  const script = [{ text: "first" }, { text: "told" }, { text: "seen" }];
  await using harness = await createExtensionHarness({
    extensions: [
      manifest,
      (pi: ExtensionAPI) => {
        api = pi;
      },
    ],
    script,
    mode: "tui",
  });
  await harness.prompt("go");
  const records = ["a", "b"].map((name) => join(harness.workspace.tauHome, "jobs", name));
  await Promise.all([
    leaveBehind(records[0] as string, "echo before; read line; echo got $line"),
    leaveBehind(records[1] as string, "echo short; exit 4"),
  ]);
  const jobs = { "job-aaaaaa": records[0], "job-bbbbbb": records[1], "job-cccccc": undefined };
  const startedAt = Date.now() - 3_600_000;
  for (const [id, record] of Object.entries(jobs))
    api?.appendEntry("tau.background", {
      ...{ event: "start", id, kind: "bash", label: `label ${id}` },
      data: { record, startedAt },
    });
  await harness.restart();
  const { window } = harness.terminal;
  await window.waitForText(/1 job running/);
  expect(api?.background.get("job-aaaaaa")?.state.startedAt).toBe(startedAt);
  expect(await harness.prompt("what happened?")).toBe("told");
  const told = JSON.stringify(harness.server.requests.at(-1)?.body);
  expect(told).toMatch(
    /job-bbbbbb \(label job-bbbbbb\) ended while Tau was not running\.\\n\\nshort\\n\\nCommand exited with code 4/,
  );
  expect(told).toMatch(/job-cccccc .*It ended together with Tau\./);
  harness.terminal.press(..."/jobs", "enter");
  await window.waitForText(/before[\s\S]*▸ label job-aaaaaa/);
  harness.terminal.press("i");
  await window.waitForText(/Write to job-aaaaaa/);
  harness.terminal.press(..."again", "enter");
  await window.waitForText(/got again/);
  harness.terminal.press("escape");
  await expect.poll(() => harness.session.getLastAssistantText()).toBe("seen");
  expect(JSON.stringify(harness.server.requests.at(-1)?.body)).toMatch(
    /job-aaaaaa .*is done\.\\n\\nbefore\\ngot again/,
  );
  expect(harness.errors).toEqual([]);
});
