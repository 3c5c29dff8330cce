// Draws the pictures of the manual: the tour, the tree of its session, and the exported page. Run after a build: npm run picture
import { execFile } from "node:child_process";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { builtCli, createWorkspace, repositoryRoot, screenSvg, startPty } from "@tau/testkit";

const run = promisify(execFile);
const folder = join(repositoryRoot, "docs/images");
await mkdir(folder, { recursive: true });

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
await draw("tour.svg");

tau.press("/export session.html", "enter");
await tau.waitForText(/Written to/);
tau.resize(92, 22);
tau.press("/tree", "enter");
await tau.waitForText(/bash: node/);
await draw("tree.svg");
await drawPage("exported-page.png");

async function draw(name: string): Promise<void> {
  await tau.terminal.settled();
  await writeFile(join(folder, name), screenSvg(tau.terminal));
  console.log(`Drew docs/images/${name}`);
}

/** Draws with the system's Chromium; without it, the picture stays unchanged. */
async function drawPage(name: string): Promise<void> {
  const target = join(folder, name);
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--hide-scrollbars"];
  const session = join(cwd, "session.html");
  // The temporary folder of this run means nothing to a reader.
  await writeFile(session, (await readFile(session, "utf8")).replaceAll(cwd, "~/demo"));
  try {
    await run("chromium", [...flags, "--window-size=880,620", `--screenshot=${target}`, pathToFileURL(session).href]);
    console.log(`Drew docs/images/${name}, ${(await stat(target)).size} bytes`);
  } catch (error) {
    console.log(`docs/images/${name} stays as it is: ${error instanceof Error ? error.message.split("\n")[0] : error}`);
  }
}
