import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelReply } from "@tau/testkit";
import { expect, test } from "vitest";
import { body, openProject, results, rule, system } from "./rule-project.ts";

const call = (name: string, args: object): ModelReply => ({ toolCalls: [{ name, arguments: args as never }] });
const done: ModelReply = { text: "Done." };
const noAny = { ".tau/rules/no-any.md": rule({ condition: ["as\\s+any\\b"] }, "Never cast to any.") };

test("R155: a match in the text stops the answer, the rule is added, and the run continues; once in a session", async () => {
  // The stream stalls after 30 events: only an interruption ends it.
  const bad: ModelReply = {
    text: ["I cast it: value a", "s a", "ny. ", ...Array.from({ length: 50 }, () => "More text. ")],
    breakage: { kind: "stall", after: 30 },
  };
  await using at = await openProject(noAny, [bad, { text: "Typed instead." }, { text: "again as any" }]);
  expect(await at.harness.prompt("Go")).toBe("Typed instead.");
  expect(at.harness.server.requests).toHaveLength(2);
  expect(body(at.harness, 1)).toContain("Never cast to any.");
  expect(body(at.harness, 1)).toContain("You were stopped because the answer goes against this rule.");
  expect(body(at.harness, 1)).not.toContain("I cast it");
  expect(system(at.harness, 0)).not.toContain("Never cast to any.");
  const branch = JSON.stringify(at.harness.session.sessionManager.getBranch());
  expect(branch).toContain('"customType":"rule"');
  expect(branch).toContain('"rule":"no-any"');
  expect(at.harness.events).toContainEqual(
    expect.objectContaining({
      type: "extension_event",
      name: "rule_injected",
      data: expect.objectContaining({ rule: "no-any", stopped: true }),
    }),
  );
  await at.harness.restart();
  expect(await at.harness.prompt("Once more")).toBe("again as any");
  expect(at.harness.errors).toEqual([]);
});

test("R155: a match within the arguments of a call stops it before it runs", async () => {
  const write = (content: string) => call("write", { path: "src/a.ts", content });
  const script = [write('const a = b as\n  any;\nconst c = "quoted";'), write("const a: string = b;"), done];
  await using at = await openProject(noAny, script);
  await at.harness.prompt("Go");
  expect(existsSync(join(at.harness.workspace.cwd, "src/a.ts"))).toBe(true);
  expect(readFileSync(join(at.harness.workspace.cwd, "src/a.ts"), "utf8")).toBe("const a: string = b;");
  expect(results(at.harness).filter((text) => text.includes("wrote"))).toHaveLength(1);
  expect(body(at.harness, 1)).toContain("because the call of write goes against this rule");
  expect(at.harness.session.messages.filter(({ role }) => role === "custom")).toHaveLength(1);
});

test("R155: a call is stopped while its arguments are written", async () => {
  const content = `const a = b as any;\n${"// more\n".repeat(200)}`;
  const bad: ModelReply = { ...call("write", { path: "a.ts", content }), breakage: { kind: "stall", after: 20 } };
  await using at = await openProject(noAny, [bad, done]);
  expect(await at.harness.prompt("Go")).toBe("Done.");
  expect(body(at.harness, 1)).toContain("because the call of write goes against this rule");
  expect(existsSync(join(at.harness.workspace.cwd, "a.ts"))).toBe(false);
});

test("scopes: thinking alone, a tool by name, and a tool by the files it works on", async () => {
  const files = {
    ".tau/rules/think.md": rule({ condition: ["alpha"], scope: ["thinking"] }, "RULE THINK"),
    ".tau/rules/shell.md": rule({ condition: ["beta"], scope: ["tool:bash"] }, "RULE SHELL"),
    ".tau/rules/sql.md": rule({ condition: ["gamma"], scope: ["tool:write(db/**/*.sql)"] }, "RULE SQL"),
    ".tau/rules/glob.md": rule({ condition: ["*.lock"] }, "RULE LOCK"),
  };
  const write = (path: string, content: string) => call("write", { path, content });
  const script = [
    { text: "alpha beta gamma are only text" },
    { thinking: "alpha", text: "x" },
    { text: "after thinking" },
    write("a.txt", "alpha beta gamma"),
    write("db/deep/a.sql", "select gamma"),
    call("bash", { command: "echo beta" }),
    write("yarn.lock", "anything"),
    done,
  ];
  await using at = await openProject(files, script);
  expect(await at.harness.prompt("One")).toBe("alpha beta gamma are only text");
  expect(await at.harness.prompt("Two")).toBe("after thinking");
  expect(await at.harness.prompt("Three")).toBe("Done.");
  const injected = at.harness.session.messages.flatMap((message) =>
    message.role === "custom" ? [(message.details as { rule: string }).rule] : [],
  );
  expect(injected).toEqual(["think", "sql", "shell", "glob"]);
  expect(results(at.harness).filter((text) => text.includes("wrote"))).toHaveLength(1);
});

test("interruptMode never and the setting: the answer is not stopped, and the rule follows after the turn", async () => {
  const files = { ".tau/rules/soft.md": rule({ condition: ["beta"], interruptMode: "never" }, "RULE SOFT") };
  await using at = await openProject(files, [call("bash", { command: "echo beta" }), { text: "Heeded." }]);
  expect(await at.harness.prompt("Go")).toBe("Heeded.");
  expect(results(at.harness)[0]).toContain("beta");
  expect(body(at.harness, 1)).toContain("Heed this rule from now on");
  await using tools = await openProject(noAny, [{ text: "as any" }, { text: "Heeded." }], {
    settings: { ttsr: { interruptMode: "tool-only" } },
  });
  await tools.harness.prompt("Go");
  expect(body(tools.harness, 1)).toContain("as any");
  expect(body(tools.harness, 1)).toContain("Heed this rule from now on");
});

test("contextMode keep shows the model what it had written; enabled false watches nothing", async () => {
  await using kept = await openProject(noAny, [{ text: "so: x as any" }, done], {
    settings: { ttsr: { contextMode: "keep" } },
  });
  await kept.harness.prompt("Go");
  expect(body(kept.harness, 1)).toContain("so: x as any");
  await using off = await openProject(noAny, [{ text: "as any" }], { settings: { ttsr: { enabled: false } } });
  expect(await off.harness.prompt("Go")).toBe("as any");
});

test("repeatMode after-gap speaks up again after so many turns", async () => {
  const script = [{ text: "as any" }, done, { text: "as any at once" }, { text: "as any later" }, { text: "Typed." }];
  await using at = await openProject(noAny, script, { settings: { ttsr: { repeatMode: "after-gap", repeatGap: 3 } } });
  expect(await at.harness.prompt("One")).toBe("Done.");
  expect(await at.harness.prompt("Two")).toBe("as any at once");
  expect(await at.harness.prompt("Three")).toBe("Typed.");
});

test("a pattern that backtracks without end is switched off with a message; other rules work on", async () => {
  const files = {
    ".tau/rules/a-slow.md": rule({ condition: ["(x+x+)+y"] }, "SLOW"),
    ".tau/rules/b-good.md": rule({ condition: ["good"] }, "RULE GOOD"),
  };
  await using at = await openProject(files, [{ text: `${"x".repeat(60)} good` }, { text: "xxxx" }]);
  await at.harness.prompt("Go");
  expect(body(at.harness, 1)).toContain("RULE GOOD");
  expect(at.notes).toEqual([
    expect.stringMatching(/^The rule a-slow is switched off: its pattern takes too long \(.*a-slow\.md\)\.$/),
  ]);
});
