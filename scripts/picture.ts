// Draws the README's picture: the tour as it looks in a terminal. Run after a build: npm run picture
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { builtCli, createWorkspace, repositoryRoot, screenSvg, startPty } from "@tau/testkit";

const target = join(repositoryRoot, "docs/images/tour.svg");

await using workspace = await createWorkspace();
await workspace.configure("settings.json", { theme: "dark" });
const cwd = join(workspace.home, "demo");
await mkdir(cwd);
await using tau = startPty({
  command: process.execPath,
  args: [builtCli],
  cwd,
  env: workspace.env,
  columns: 92,
  rows: 40,
});
await tau.waitForText("show me");
tau.press("show me", "enter");
await tau.waitForText(/Then choose with/, 60_000);
await tau.terminal.settled();
await mkdir(dirname(target), { recursive: true });
await writeFile(target, screenSvg(tau.terminal));
console.log(`Drew ${target}`);
