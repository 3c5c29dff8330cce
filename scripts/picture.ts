// Draws the README's picture: the tour as it looks in a terminal. Run after a build: npm run picture
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createWorkspace, repositoryRoot, screenSvg, startCliInPty } from "@tau/testkit";

const target = join(repositoryRoot, "docs/images/tour.svg");

await using workspace = await createWorkspace();
await using tau = startCliInPty({ workspace, columns: 92, rows: 42 });
await tau.waitForText("show me");
tau.press("show me", "enter");
await tau.waitForText(/Then choose with/, 60_000);
await tau.terminal.settled();
await mkdir(dirname(target), { recursive: true });
await writeFile(target, screenSvg(tau.terminal));
console.log(`Drew ${target}`);
