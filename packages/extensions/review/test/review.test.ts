import {
  createWorkspace,
  type ModelReply,
  type ModelRequest,
  runCli,
  SCRIPTED_MODEL,
  startModelServer,
  useScriptedModel,
} from "@tau/testkit";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { type Finding, withoutDuplicates } from "../finding.ts";
import { manifest } from "../manifest.ts";
import { divide } from "../pieces.ts";

const call = (name: string, args: object): ModelReply => ({ toolCalls: [{ name, arguments: args as never }] });
const said = ({ body }: ModelRequest) => JSON.stringify(body);
const has = ({ tools }: ModelRequest, name: string) => tools.some((tool) => tool.name === name);
const FOUND = {
  file: "a.js",
  line: 2,
  severity: "major",
  confidence: 0.6,
  title: "The sum is subtracted",
  detail: "1 - 1 is 0.",
};
const FALSE = {
  file: "a.js",
  line: 40,
  severity: "critical",
  confidence: 0.9,
  title: "Something made up",
  detail: "No.",
};

/** Each reviewer reports two faults; the verifier confirms the first and rejects the second. */
function script(): (request: ModelRequest) => ModelReply {
  const steps = new Map<string, number>();
  return (request) => {
    const key = has(request, "verdict") ? "verify" : (/Look for: (\w+)/.exec(said(request))?.[1] ?? "?");
    const at = steps.get(key) ?? 0;
    steps.set(key, at + 1);
    if (key === "verify") {
      const idOf = (title: string) => Number(new RegExp(`id\\\\*":(\\d+)[^{}]*${title}`).exec(said(request))?.[1]);
      const replies = [
        call("verdict", { id: idOf("The sum"), verdict: "confirmed", confidence: 0.8, reason: "It is." }),
        call("verdict", { id: idOf("Something"), verdict: "rejected", confidence: 0.9, reason: "It is not." }),
      ];
      return replies[at] ?? { text: "done" };
    }
    return (
      [call("report_finding", FOUND), call("report_finding", { ...FALSE, file: "b/a.js" })][at] ?? { text: "done" }
    );
  };
}

const FILES = { "a.js": "export const add = (a, b) =>\n  a + b;\n" };

test("tau review: three reviewers at once, duplicates joined, false ones dropped; text, JSON, SARIF and exit codes", async () => {
  await using workspace = await createWorkspace({ files: FILES, git: true });
  await workspace.write("a.js", "export const add = (a, b) =>\n  a - b;\n");
  let answer = script();
  await using server = await startModelServer({ script: (request) => answer(request) });
  await useScriptedModel(workspace, server);
  const review = async (...args: string[]) => {
    answer = script();
    return await runCli({ workspace, args: ["review", ...args, "--model", SCRIPTED_MODEL] });
  };
  expect(await review()).toMatchObject({
    exitCode: 1,
    stdout:
      "Review of uncommitted changes: 1 finding.\n\n1. major a.js:2 (80 %)\n   The sum is subtracted\n   1 - 1 is 0.\n",
    stderr: expect.stringContaining("3 of 3 reviewers are done, 6 findings"),
  });
  for (const request of server.requests)
    expect(
      request.tools
        .map(({ name }) => name)
        .filter((name) => !/^(?:report_finding|verdict)$/.test(name))
        .sort(),
    ).toEqual(["find", "grep", "ls", "read"]);
  const json = await review("--format", "json", "--fail-on", "critical");
  expect(json.exitCode).toBe(0);
  expect(JSON.parse(json.stdout)).toMatchObject({
    findings: [{ ...FOUND, confidence: 0.8, verified: true }],
    problems: [],
  });
  const sarif = JSON.parse((await review("HEAD", "--format", "sarif")).stdout);
  expect(sarif.runs[0].results[0]).toMatchObject({
    ruleId: "major",
    level: "error",
    locations: [{ physicalLocation: { artifactLocation: { uri: "a.js" }, region: { startLine: 2 } } }],
  });
  const before = server.requests.length;
  const empty = await review("HEAD..HEAD", "--format", "json");
  expect([empty.exitCode, JSON.parse(empty.stdout)]).toMatchObject([0, { findings: [], failed: false }]);
  expect(await review("HEAD..HEAD")).toMatchObject({
    exitCode: 0,
    stdout: "Review of the range HEAD..HEAD: no findings.\n\nNothing has changed there.\n",
  });
  expect(server.requests).toHaveLength(before);
  expect(await review("--format", "xml")).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("one of text, json, sarif"),
  });
  for (const word of ["nowhere", "/etc"])
    expect(await review(word)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`"${word}" is no range, commit, pull request or file here.`),
    });
}, 60_000);

test("/review shows a list: Enter opens the place, f lets the model fix it; a new file is reviewed too", async () => {
  const reviewers = script();
  const answer = (request: ModelRequest) =>
    has(request, "report_finding") || has(request, "verdict") ? reviewers(request) : { text: "fixed it" };
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    files: { "b.js": "" },
    git: true,
    mode: "tui",
    script: answer,
  });
  await harness.workspace.write("a.js", "export const add = (a, b) =>\n  a - b;\n");
  const { terminal, server } = harness;
  terminal.press(..."/review", "enter");
  await terminal.waitForText("major: The sum is subtracted");
  terminal.press("enter");
  await terminal.waitForText("▸    2   a - b;");
  terminal.press("escape");
  await terminal.waitForText("let the model fix it");
  terminal.press("f");
  await terminal.waitForText("fixed it");
  expect(said(server.requests.at(-1) as ModelRequest)).toContain("Fix this finding of a review");
  expect(harness.errors).toEqual([]);
}, 30_000);

test("/review says at once that it has found nothing, and the model knows it later", async () => {
  await using harness = await createExtensionHarness({
    ...{ extensions: [manifest], files: FILES, git: true, mode: "tui", script: () => ({ text: "Nothing." }) },
  });
  const { terminal, server, workspace } = harness;
  await workspace.write("a.js", "export const add = (a, b) =>\n  a - b;\n");
  terminal.press(..."/review", "enter");
  await terminal.waitForText("Review of uncommitted changes: no findings.");
  expect(server.requests).toHaveLength(3);
  await harness.prompt("go on");
  expect(said(server.requests.at(-1) as ModelRequest)).toContain("no findings");
  expect(harness.errors).toEqual([]);
});

test("Escape stops a review at the terminal", async () => {
  await using harness = await createExtensionHarness({
    ...{ extensions: [manifest], files: FILES, git: true, mode: "tui", script: () => ({ failure: "silence" }) },
  });
  const { terminal, server, workspace } = harness;
  await workspace.write("a.js", "export const add = (a, b) =>\n  a - b;\n");
  terminal.press(..."/review", "enter");
  await server.waitForRequest(({ index }) => index === 2);
  await terminal.waitForText(/Reviewing uncommitted changes \(Escape stops\)/);
  terminal.press("escape");
  await terminal.waitForText("The review was stopped.");
  expect(terminal.window.screen().join("\n")).not.toContain("Escape stops");
  expect(harness.errors).toEqual([]);
});

test("no reviewer finishes: exit code 1, and the report says why; with review.verify off, findings are unverified", async () => {
  await using workspace = await createWorkspace({ files: FILES, git: true });
  await workspace.write("a.js", "export const add = (a, b) =>\n  a - b;\n");
  let answer: (request: ModelRequest) => ModelReply = () => ({ failure: "invalid-request" });
  await using server = await startModelServer({ script: (request) => answer(request) });
  const settings = { review: { verify: false, instructions: "Mind the sums." } };
  await useScriptedModel(workspace, server, undefined, { settings });
  const review = async (...args: string[]) =>
    await runCli({ workspace, args: ["review", ...args, "--model", SCRIPTED_MODEL] });
  const failed = await review("--fail-on", "never");
  expect(failed).toMatchObject({
    exitCode: 1,
    stdout: expect.stringMatching(/: no findings\.\n\nA reviewer ended early: \S/),
  });
  answer = script();
  expect(await review("--fail-on", "minor")).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining("2. major a.js:2 (60 %, unverified)"),
  });
  const requests = server.requests.map(said);
  expect(requests.every((text) => text.includes("The user asks: Mind the sums."))).toBe(true);
  await workspace.write("a.js", new Uint8Array([0, 1]));
  expect(await review()).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("There is nothing to review in uncommitted changes, apart from a.js (binary)."),
  });
}, 30_000);

const finding = (change: Partial<Finding>): Finding => ({ ...(FOUND as Finding), verified: false, ...change });

test("findings are the same fault if place and words agree", () => {
  const near = finding({ line: 4, title: "the SUM is wrong", severity: "minor", confidence: 0.9 });
  expect(withoutDuplicates([near, finding({})])).toEqual([finding({ confidence: 0.9 })]);
  const short = finding({ title: "NaN" });
  expect(withoutDuplicates([finding({ title: "是" }), finding({ title: "是 " })])).toHaveLength(1);
  expect(withoutDuplicates([short, finding({ title: "x" })])).toHaveLength(2);
  const others = [finding({}), finding({ line: 9 }), finding({ file: "c.js" }), finding({ title: "Leaks a handle" })];
  expect(withoutDuplicates(others)).toHaveLength(4);
});

test("a large change is read in pieces, generated files are left out, and nothing is dropped silently", () => {
  const part = (file: string, size = 20_000) => ({ file, diff: "x".repeat(size) });
  const parts = [
    ...Array.from({ length: 40 }, (_, index) => part(`${index}.ts`)),
    part("package-lock.json"),
    part("z.ts", 90_000),
  ];
  const { pieces, leftOut } = divide({ title: "", root: "", parts, leftOut: ["logo.png (binary)"] });
  expect(pieces).toHaveLength(16);
  expect(leftOut).toContain("package-lock.json");
  expect(leftOut).toContain("logo.png (binary)");
  expect(pieces.flatMap(({ files }) => files).length + leftOut.length).toBe(parts.length + 1);
  expect(Math.max(...pieces.map(({ diff }) => diff.length))).toBeLessThan(50_000);
});

test("a file that is too long for one reviewer is divided; each part says where it continues", () => {
  const lines = Array.from({ length: 3000 }, (_, index) => `+line ${index + 1} of a long file that is new\n`).join("");
  const diff = `diff --git a/long.ts b/long.ts\nnew file\n--- /dev/null\n+++ b/long.ts\n@@ -0,0 +1,3000 @@\n${lines}`;
  const { pieces, leftOut } = divide({ title: "", root: "", parts: [{ file: "long.ts", diff }], leftOut: [] });
  expect(leftOut).toEqual([]);
  expect(pieces.map(({ files }) => files)).toEqual([["long.ts"], ["long.ts"], ["long.ts"]]);
  for (const { diff: part } of pieces.slice(1)) {
    const [head, note, first] = part.split("\n");
    expect(head).toBe("diff --git a/long.ts b/long.ts");
    const [, number] = /continues at line (\d+)/.exec(note ?? "") ?? [];
    expect(first).toMatch(new RegExp(`^\\+line ${number} of`));
  }
  expect(pieces.flatMap(({ diff: part }) => part.match(/^\+line .*$/gm) ?? [])).toHaveLength(3000);
});
