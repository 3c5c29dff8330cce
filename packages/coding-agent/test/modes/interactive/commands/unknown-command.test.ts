import { expect, test } from "vitest";
import { toBattery } from "../../../../src/core/extensions/batteries/battery.ts";
import { type BatteryChoice, BatterySet } from "../../../../src/core/extensions/batteries/battery-set.ts";
import { slashCommands } from "../../../../src/modes/interactive/commands/index.ts";
import { unknownCommand } from "../../../../src/modes/interactive/commands/unknown-command.ts";

const PROBE = {
  name: "probe",
  description: "for tests",
  commands: { plan: { description: "plans" } },
  modes: ["rpc" as const],
  load: async () => ({ default: () => undefined }),
};

function said(text: string, choice: BatteryChoice) {
  const batteries = new BatterySet({ cwd: "/", env: {} } as never, choice, {
    all: [toBattery(PROBE)],
    read: async () => [PROBE],
  });
  const extensions = { batteries, registered: undefined, mayTake: (name: string) => batteries.hasCommand(name) };
  const resources = { getPrompts: () => ({ prompts: [] }), getSkills: () => ({ skills: [] }) };
  return unknownCommand(text, {
    commands: () => slashCommands,
    session: { extensions },
    services: { resources },
  } as never);
}

test.each([
  ["off:user", "/plan belongs to probe, which is off: /extensions enable probe turns it on."],
  ["off:opt-in", "/plan belongs to probe, which is off: /extensions enable probe turns it on."],
  ["off:mode", "/plan belongs to probe, which is off: it works in rpc mode only."],
  ["off:no-extensions", "/plan belongs to probe, which is off: start Tau without --no-extensions."],
] as const)("a command of a battery that is %s says how to get it", (wish, expected) => {
  expect(said("/plan x", () => wish)).toBe(expected);
});

test("a command of a battery that is on is none of ours", () => {
  expect(said("/plan x", () => "wanted")).toBeUndefined();
});

test("what is close to an alias is led to it", () => {
  expect(said("/claer", () => "off:user")).toBe("/claer is not a command. Did you mean /clear?");
});
