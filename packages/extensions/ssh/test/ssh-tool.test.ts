import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ModelScript } from "@tau/testkit";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest as search } from "../../tool-search/manifest.ts";
import { manifest } from "../manifest.ts";
import { changeEnvironment } from "./connect.ts";
import { createFakeSsh } from "./fake-ssh.ts";
import { call } from "./remote-session.ts";

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

test("the user is asked before a command runs on a host, and a rule for the host permits it", () => {
  const place = { cwd: "/", gitRemotes: () => [] };
  expect(manifest.tools?.[0]?.describe?.({ host: "build", command: "ls" } as never, place)).toEqual({
    effect: "execute",
    host: "build",
  });
});
