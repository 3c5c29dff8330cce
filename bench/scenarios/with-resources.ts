import { BenchError } from "../bench-error.ts";
import { trivial } from "../work/scripts.ts";
import { runSample } from "./sample.ts";
import type { Scenario } from "./scenario.ts";

const SKILLS = 20;
const TEMPLATES = 10;

/** The trivial run of a user with skills and templates: each is found and read before the request is sent. */
export const withResources: Scenario = {
  name: "resources",
  group: "startup",
  runs: 10,
  goals: { firstRequestMs: { timesNode: 4.5 } },
  prepare: async ({ workspace }) => {
    for (let number = 0; number < SKILLS; number++) {
      const name = `bench-skill-${number}`;
      const text = `---\nname: ${name}\ndescription: Does the work of number ${number}.\n---\n\n${"Step by step. ".repeat(200)}\n`;
      await workspace.write(`skills/${name}/SKILL.md`, text);
    }
    for (let number = 0; number < TEMPLATES; number++)
      await workspace.write(
        `prompts/bench-${number}.md`,
        `---\ndescription: Number ${number}\n---\nDo $1 ${number}.\n`,
      );
  },
  measure: async (stage) => {
    const { subject, workspace } = stage;
    const flags = ["--skill", workspace.path("skills"), "--prompt-template", workspace.path("prompts")];
    const measured = await stage.run(trivial, [...flags, ...subject.printArgs("hi")]);
    const sent = JSON.stringify(stage.server.requests[0]?.body ?? "");
    if (!sent.includes(`bench-skill-${SKILLS - 1}`))
      throw new BenchError("run-failed", "The request names no skill: they were not found.");
    return runSample(stage, measured);
  },
  supports: ({ name }) => name === "tau" || name === "pi",
};
