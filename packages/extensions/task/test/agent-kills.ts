import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createWorkspace,
  type ModelReply,
  type ModelRequest,
  runCli,
  startCli,
  startModelServer,
  useScriptedModel,
  type Workspace,
} from "@tau/testkit";

export interface AgentKillReport {
  readonly kills: number;
  /** How many agents had changed the user's files before the kill. */
  readonly merged: number;
  /** How many kills came while agents were at work. */
  readonly atWork: number;
  /** What was wrong after the next start, one line each. */
  readonly problems: readonly string[];
}

const AGENTS = 8;
const FILES = ["one.txt", "sub/two.txt", "sub/deep/three.txt", "four.txt"];
/** From the first request of an agent on, a run takes about this long. */
const MOST_WAIT_MS = Number(process.env.TAU_KILL_WITHIN_MS ?? 4000);

const call = (name: string, args: object): ModelReply => ({ toolCalls: [{ name, arguments: args as never }] });
const isChild = ({ tools }: ModelRequest) => tools.some(({ name }) => name === "yield");
const said = ({ body }: ModelRequest) => JSON.stringify(body);

/**
 * Kills Tau at random moments while 8 agents edit one repository at once, each in a worktree, then continues the session. After the kill
 * no agent's files may be half-changed once the next start has run; after that start nothing of the work may be left but the result.
 */
export async function runAgentKills(kills: number, random: () => number = Math.random): Promise<AgentKillReport> {
  const problems: string[] = [];
  let [merged, atWork] = [0, 0];
  for (let count = 1; count <= kills; count++) {
    const found = await killOnce(count, random);
    merged += found.merged;
    atWork += found.atWork;
    problems.push(...found.problems.map((problem) => `kill ${count}: ${problem}`));
  }
  return { kills, merged, atWork, problems };
}

async function killOnce(count: number, random: () => number) {
  const folder = await mkdtemp(join(tmpdir(), "tau-agent-kills-"));
  const files = Object.fromEntries(setsOf().flatMap((set) => set.map((path) => [path, "start\n"])));
  await using workspace = await createWorkspace({ files, git: true });
  let isKilled = false;
  await using server = await startModelServer({ script: (request) => answer(request, `round-${count}`, isKilled) });
  const settings = { permissionMode: "yolo", worktree: { folder }, task: { isolation: { mode: "worktree" } } };
  await useScriptedModel(workspace, server, undefined, { settings });
  await using tau = startCli({ workspace, args: ["-p", "go"] });
  await server.waitForRequest(isChild, 60_000);
  await new Promise((resolve) => setTimeout(resolve, random() * MOST_WAIT_MS));
  const hasEnded = server.requests.some((request) => !isChild(request) && /## 0-/.test(said(request)));
  await tau.kill();
  isKilled = true;
  const done = await wholeSets(workspace);
  const next = await runCli({ workspace, args: ["--continue", "-p", "go on"] });
  const problems = [
    ...(next.exitCode === 0 ? [] : [`the next start ended with ${next.exitCode}: ${next.stderr.slice(-200)}`]),
    ...(await problemsOf(workspace, folder, `round-${count}`)),
  ];
  await rm(folder, { recursive: true, force: true });
  return { merged: done, atWork: hasEnded ? 0 : 1, problems };
}

/** The parent hands out one task for each agent; an agent writes its files one by one, then hands over. */
function answer(request: ModelRequest, round: string, isKilled: boolean): ModelReply {
  if (!isChild(request)) {
    const tasks = setsOf().map((_, at) => ({ id: `t${at}`, task: `Write set ${at}.` }));
    return request.toolResults > 0 || isKilled ? { text: "all done" } : call("task", { agent: "task", tasks });
  }
  const [, set = "0"] = /Write set (\d)\./.exec(said(request)) ?? [];
  const path = setsOf()[Number(set)]?.[request.toolResults];
  return path === undefined ? call("yield", { data: "done" }) : call("write", { path, content: `${round}\n` });
}

function setsOf(): string[][] {
  return Array.from({ length: AGENTS }, (_, at) => FILES.map((file) => `set${at}/${file}`));
}

/** Resolves to how many sets of files have been changed. A set that is half-changed may still be completed by the next start. */
async function wholeSets(workspace: Workspace): Promise<number> {
  const texts = await Promise.all(setsOf().map(async ([first = ""]) => await workspace.read(first).catch(() => "")));
  return texts.filter((text) => text.startsWith("round")).length;
}

async function problemsOf(workspace: Workspace, folder: string, round: string): Promise<string[]> {
  const problems: string[] = [];
  for (const [at, set] of setsOf().entries()) {
    const texts = await Promise.all(set.map((path) => workspace.read(path).catch(() => "missing\n")));
    const distinct = [...new Set(texts)].map((text) => text.trim());
    if (distinct.length !== 1) problems.push(`set ${at} is half-changed: ${distinct.join(", ")}`);
    else if (distinct[0] !== round) problems.push(`set ${at} was not changed by the agent that was continued`);
  }
  const strange = (await workspace.list()).filter((path) => !path.startsWith("set"));
  if (strange.length > 0) problems.push(`files were left: ${strange.join(" ")}`);
  const left = await readdir(folder);
  if (left.length > 0) problems.push(`folders were left: ${left.join(" ")}`);
  const worktrees = (await workspace.git("worktree", "list")).trim().split("\n").slice(1);
  if (worktrees.length > 0) problems.push(`worktrees were left: ${worktrees.join(" ")}`);
  const branches = (await workspace.git("branch", "--list", "tau/*")).trim();
  if (branches !== "") problems.push(`branches were left: ${branches}`);
  if (await workspace.git("diff", "--cached", "--name-only")) problems.push("the index has changed");
  return problems;
}
