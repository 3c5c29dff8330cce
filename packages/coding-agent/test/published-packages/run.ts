import { mkdir, realpath, symlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createWorkspace, scriptedModels, startModelServer, type Workspace } from "@tau/testkit";
import { installPackages, packageVersions, workspaceFolder } from "./install.ts";
import { knownFailures, type Verdict, verdict } from "./known-failures.ts";
import { PackageSession } from "./package-session.ts";
import { readScenarios, type Scenario, type Start } from "./scenario.ts";
import { WebServer } from "./web-server.ts";

const CONCURRENCY = 2;
const LIMIT = 180_000;

/** Drives every package, or those whose names contain one of the words. True where nothing failed that is not known to. */
export async function runScenarios(words: readonly string[] = []): Promise<boolean> {
  const scenarios = await readScenarios();
  const chosen = scenarios.filter(
    (one) => words.length === 0 || words.some((word) => one.package.toLowerCase().includes(word.toLowerCase())),
  );
  const folder = await installPackages();
  // Several packages let the model write below /tmp whatever else they forbid: the workspaces lie elsewhere.
  process.env.TMPDIR = await workspaceFolder();
  const count = { passed: 0, failed: 0, known: 0 };
  const rest = [...chosen];
  const work = async () => {
    for (let one = rest.shift(); one; one = rest.shift()) count[await judge(one, folder)]++;
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  const forgotten = words.length === 0 ? await withoutScenario(scenarios) : [];
  for (const name of forgotten) console.log(`FAILED ${name}: packages.json names it and no scenario drives it`);
  count.failed += forgotten.length + (chosen.length === 0 ? 1 : 0);
  if (chosen.length === 0) console.log("FAILED: there is no scenario of that name");
  console.log(`packages: ${count.passed} passed, ${count.failed} failed, ${count.known} known failures`);
  return count.failed === 0;
}

async function withoutScenario(scenarios: readonly Scenario[]): Promise<string[]> {
  const driven = new Set(scenarios.map((one) => one.package));
  return Object.keys(await packageVersions()).filter((name) => !driven.has(name));
}

async function judge(scenario: Scenario, folder: string): Promise<Verdict> {
  const started = performance.now();
  const failure = await drive(scenario, folder).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const known = knownFailures[scenario.package];
  const result = verdict(failure, known);
  const name = `${scenario.package} (${((performance.now() - started) / 1000).toFixed(1)} s)`;
  if (result === "passed") console.log(`ok ${name}`);
  else if (result === "known") console.log(`known ${name}: ${known?.fault}`);
  else console.log(`FAILED ${name}: ${failure ?? "it passes: take it off the list of known failures"}`);
  return result;
}

async function drive(scenario: Scenario, folder: string): Promise<void> {
  await using server = await startModelServer({ script: [] });
  await using web = new WebServer();
  await web.listen();
  await using workspace = await createWorkspace({ ...(scenario.files ? { files: scenario.files } : {}), git: true });
  await workspace.configure("models.json", scriptedModels(server));
  await workspace.configure("settings.json", {
    defaultProvider: "scripted",
    defaultModel: "scripted",
    packages: [await realpath(join(folder, "node_modules", scenario.package))],
    ...scenario.settings,
  });
  const start = (await scenario.prepare?.({ workspace, server, web })) ?? {};
  await using session = new PackageSession({ workspace, server, web }, await asPi(start, workspace));
  await Promise.race([scenario.drive(session), tooLong()]);
  const complaints = session.complaints();
  if (complaints.length > 0) throw new Error(`It worked, but there were complaints: ${complaints.join("\n")}`);
}

/** TAU_PACKAGES_CLI names another program, such as a published pi, to see whether a scenario holds there; pi's home is the same. */
async function asPi(start: Start, workspace: Workspace): Promise<Start> {
  const cli = process.env.TAU_PACKAGES_CLI;
  if (cli === undefined) return start;
  await mkdir(join(workspace.home, ".pi"), { recursive: true });
  await symlink(workspace.tauHome, join(workspace.home, ".pi/agent"));
  return { ...start, cli, env: { PI_OFFLINE: "1", ...start.env } };
}

async function tooLong(): Promise<never> {
  await delay(LIMIT, undefined, { ref: false });
  throw new Error(`It took longer than ${LIMIT / 1000} s`);
}
