import { test } from "vitest";
import { withScriptedModel } from "../scripted-model.ts";
import { addExtension } from "./add-extension.ts";
import { openTau } from "./open-tau.ts";

const EXTENSION = `export default function (pi) {
  for (const name of ["theme", "model"])
    pi.registerCommand(name, { description: "of the probe", handler: async (args, ctx) => ctx.ui.notify("probe " + name + " " + args) });
}
`;

test("a command that pi does not have gives way to an extension's and to a template's, and is reached as /tau:name", async () => {
  await using setup = await withScriptedModel(() => ({ text: "answer of the model" }));
  await addExtension(setup.workspace, EXTENSION);
  await setup.workspace.configure("prompts/jobs.md", "a template about jobs");
  await using tau = await openTau(setup.workspace, { columns: 100, rows: 100 });
  await tau.waitForText(/The command \/model of \S+ is passed over/);
  tau.send("/theme x\r");
  await tau.waitForText("probe theme x");
  tau.send("/jobs\r");
  await tau.waitForText("a template about jobs");
  await tau.waitForText("answer of the model");
  tau.send("/tau:jobs\r");
  await tau.waitForText("Nothing is running in the background");
  tau.send("/tau:session\r");
  await tau.waitForText(/Prompts +1/);
  tau.send("/help\r");
  await tau.waitForText(/\/tau:theme .*[\s\S]*\/tau:jobs/);
  tau.send("/tau:th");
  await tau.waitForText(/→ tau:theme/);
});
