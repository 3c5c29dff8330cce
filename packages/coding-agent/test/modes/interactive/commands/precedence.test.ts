import { expect, test } from "vitest";
import { slashCommands } from "../../../../src/modes/interactive/commands/index.ts";
import { findCommand, shownCommands } from "../../../../src/modes/interactive/commands/precedence.ts";

/** The commands as a session shows them in which an extension has commands of these names. */
function shownBeside(...names: string[]) {
  const session = { extensions: { hasCommand: (name: string) => names.includes(name) } };
  const services = { resources: { getPrompts: () => ({ prompts: [] }) } };
  return shownCommands(slashCommands, { session, services } as never);
}

test.each(["theme", "help", "handoff", "jobs", "branch", "debug"])(
  "/%s of an extension comes before that of Tau, which is reached as /tau:%s",
  (name) => {
    expect(findCommand(shownBeside(), name)).toMatchObject({ name });
    const commands = shownBeside(name);
    expect(findCommand(commands, name)).toBeUndefined();
    expect(findCommand(commands, `tau:${name}`)?.run).toBe(findCommand(slashCommands, name)?.run);
  },
);

test.each(["model", "settings", "new", "quit", "trust"])("/%s, which pi has too, stays that of Tau", (name) => {
  expect(findCommand(shownBeside(name), name)).toMatchObject({ name });
});
