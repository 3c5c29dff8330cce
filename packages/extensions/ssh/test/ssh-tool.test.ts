import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ModelScript, waitUntil } from "@tau/testkit";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest as search } from "../../tool-search/manifest.ts";
import { manifest } from "../manifest.ts";
import { ssh } from "../tool.ts";
import { changeEnvironment } from "./connect.ts";
import { createFakeSsh } from "./fake-ssh.ts";
import { call, createRemoteSetup } from "./remote-session.ts";

const HOSTS = { build: { host: "10.0.0.5", username: "ci", port: 2222, description: "The build\nmachine" } };

async function start(script: ModelScript, hosts: object = HOSTS) {
  const fake = await createFakeSsh();
  const restore = changeEnvironment(fake.env);
  const harness = await createExtensionHarness({
    extensions: [manifest, search],
    script,
    files: { "ssh.json": JSON.stringify({ hosts }) },
  });
  const results = () =>
    harness.session.messages.flatMap((message) =>
      message.role === "toolResult"
        ? [
            {
              text: message.content.map((block) => ("text" in block ? block.text : "")).join(""),
              isError: message.isError,
            },
          ]
        : [],
    );
  return {
    ...{ fake, harness, results },
    async [Symbol.asyncDispose]() {
      await harness[Symbol.asyncDispose]();
      restore();
      await fake[Symbol.asyncDispose]();
    },
  };
}

const find = call("tool_search", { query: "ssh" });

test("R294, R355: the tool is found with its hosts, runs a command in a folder, and returns output and exit code", async () => {
  await using setup = await start([
    find,
    call("ssh", { host: "build", command: "pwd; echo problem >&2; exit 3", cwd: "it's here" }),
    call("ssh", { host: "build", command: "true" }),
    { text: "done" },
  ]);
  await mkdir(join(setup.fake.home, "it's here"));
  expect(await setup.harness.prompt("go")).toBe("done");
  const [, ran, silent] = setup.results();
  expect(JSON.stringify(setup.harness.server.requests[1]?.body)).toContain("Hosts:\\n- build: The build machine");
  expect(ran).toEqual({ text: `${setup.fake.home}/it's here\nproblem\n\nCommand exited with code 3`, isError: true });
  expect(silent).toEqual({ text: "(no output)", isError: false });
  const [first] = await setup.fake.calls();
  expect(first?.slice(-6)).toEqual(["-l", "ci", "-p", "2222", "--", "10.0.0.5"]);
  expect(first).toEqual(expect.arrayContaining(["BatchMode=yes", "StrictHostKeyChecking=yes"]));
}, 60_000);

test("R355: without an ssh.json no search finds the tool", async () => {
  await using setup = await createRemoteSetup([find, { text: "done" }]);
  expect((await setup.tau("-p", "go")).stdout).toBe("done\n");
  expect(JSON.parse(setup.results()[0] ?? "")).toMatchObject({ activated_tools: [] });
}, 60_000);

test("R294: an unknown host is refused with the names of the known ones", async () => {
  await using setup = await start([find, call("ssh", { host: "-oProxyCommand=x", command: "id" }), { text: "done" }]);
  await setup.harness.prompt("go");
  expect(setup.results()[1]).toEqual({
    text: "Unknown SSH host: -oProxyCommand=x. Available hosts: build",
    isError: true,
  });
  expect(await setup.fake.calls()).toEqual([]);
});

test("R356: a key that others can read, that is missing or is a folder is refused", async () => {
  await using setup = await start(
    [find, ...["open", "gone", "folder"].map((host) => call("ssh", { host, command: "id" })), { text: "done" }],
    Object.fromEntries(
      ["open", "gone", "folder"].map((name) => [name, { host: "h", keyPath: `\${TAU_TEST_KEYS}/${name}` }]),
    ),
  );
  const { home } = setup.fake;
  const restore = changeEnvironment({ TAU_TEST_KEYS: home });
  await writeFile(join(home, "open"), "key");
  await chmod(join(home, "open"), 0o644);
  await mkdir(join(home, "folder"));
  await setup.harness.prompt("go");
  restore();
  expect(
    setup
      .results()
      .slice(1)
      .map(({ text }) => text),
  ).toEqual([
    `The key of the ssh host open, ${home}/open, has the mode 644, so other users can read it. Run chmod 600 on it.`,
    `The key of the ssh host gone, ${home}/gone, does not exist.`,
    `The key of the ssh host folder, ${home}/folder, is not a file.`,
  ]);
  expect(await setup.fake.calls()).toEqual([]);
});

test("R358: a timeout is an error with a notice, and the command is ended there", async () => {
  await using setup = await start([
    find,
    call("ssh", { host: "build", command: "echo begun; echo $$ >pid; exec sleep 300", timeout: 0.5 }),
    { text: "done" },
  ]);
  await setup.harness.prompt("go");
  expect(setup.results()[1]).toEqual({
    text: "begun\n\n[SSH: the command on build timed out after 1 seconds (timeout 0.5 is outside 1 to 3600) and was ended]",
    isError: true,
  });
  const pid = Number(await readFile(join(setup.fake.home, "pid"), "utf8"));
  expect(() => process.kill(pid, 0)).toThrow();
}, 60_000);

test("P-OMP-34: what came before the connection was lost, or the call was stopped, is a part of the result", async () => {
  const long = call("ssh", { host: "build", command: "echo begun; echo $$ >pid; exec sleep 300" });
  await using setup = await start([find, long, long, { text: "done" }]);
  const { fake, harness } = setup;
  const file = join(fake.home, "pid");
  const begun = async () =>
    await waitUntil(async () => (existsSync(file) ? Number(await readFile(file, "utf8")) : 0) || undefined, {
      describe: () => "the command has not begun",
    });
  const running = harness.prompt("go");
  const left = await begun();
  const [socket = ""] = (await fake.calls()).flatMap((args) => args[args.indexOf("-S") + 1] ?? []);
  await rm(file);
  await rm(socket);
  const pid = await begun();
  process.kill(left, "SIGKILL");
  expect(setup.results()[1]).toEqual({
    text: expect.stringMatching(/^begun\n(?:.+\n)?\nThe connection to build was lost while the command ran\./),
    isError: true,
  });
  await harness.session.abort();
  await running.catch(() => undefined);
  expect(setup.results()[2]).toEqual({ text: "begun\n\n[Command aborted: it was ended on build]", isError: true });
  expect(() => process.kill(pid, 0)).toThrow();
}, 60_000);

test("R355: a long output is cut to its end, and the whole is an artifact", async () => {
  await using setup = await start([find, call("ssh", { host: "build", command: "seq 1 30000" }), { text: "done" }]);
  await setup.harness.prompt("go");
  const text = setup.results()[1]?.text ?? "";
  expect(text).toContain("\n30000");
  expect(text).toContain("artifact://");
  expect(text.length).toBeLessThan(60_000);
}, 60_000);

test.each([
  ["powershell", "Set-Location -LiteralPath 'C:\\it''s'; if ($?) { dir }"],
  ["cmd", 'cd /d "C:\\it\'s" && dir'],
] as const)(
  "R357: a folder on Windows is quoted for %s, and what the machine is comes from its file the next time",
  async (shell, line) => {
    const ask = call("ssh", { host: "build", command: "dir", cwd: "C:\\it's" });
    await using setup = await start([find, ask, ask, { text: "done" }]);
    await setup.fake.behave({ windows: { shell } });
    await setup.harness.prompt("go");
    expect(
      setup
        .results()
        .slice(1)
        .map(({ text }) => text),
    ).toEqual([`[${line}]`, `[${line}]`]);
    const file = await readFile(join(setup.harness.workspace.tauHome, "cache/ssh-hosts.json"), "utf8");
    expect(JSON.parse(file)).toEqual({
      version: 1,
      hosts: { "ci@10.0.0.5:2222": { kind: shell, os: "Windows", shell } },
    });
  },
  60_000,
);

test("Windows with a bash is given POSIX commands, even if that cannot be noted down", async () => {
  await using setup = await start([
    find,
    call("ssh", { host: "build", command: "echo $((1+1)); exit 5" }),
    { text: "done" },
  ]);
  await setup.fake.behave({ windows: { shell: "cmd", hasBash: true } });
  await writeFile(join(setup.harness.workspace.tauHome, "cache"), "");
  await setup.harness.prompt("go");
  expect(setup.results()[1]?.text).toBe("2\n\nCommand exited with code 5");
}, 60_000);

test("a call is described as a command on its host, so that rules for the host apply", () => {
  expect(ssh.describe({ host: "build", command: "ls" })).toEqual({ effect: "execute", host: "build" });
});
