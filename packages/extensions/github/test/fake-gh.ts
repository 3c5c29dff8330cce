import { chmod, readFile } from "node:fs/promises";
import { delimiter } from "node:path";
import type { Workspace } from "@tau/testkit";

/**
 * A `gh` written from its manual (gh-api(1), gh-auth-token(1)): an executable script that sends requests to a server of the test, prints the
 * head as `--include` does, and ends with the documented codes.
 */
const SCRIPT = `#!NODE
const { appendFileSync, readFileSync } = require("node:fs");
const args = process.argv.slice(2);
const log = __dirname + "/gh.log";
appendFileSync(log, JSON.stringify({ args, token: process.env.GH_TOKEN ?? null }) + "\\n");
const value = (flag) => { const at = args.indexOf(flag); return at < 0 ? undefined : args[at + 1]; };
if (args[0] === "auth" && args[1] === "token") {
  const tokens = JSON.parse(readFileSync(__dirname + "/tokens.json", "utf8"));
  const token = tokens[value("--hostname") ?? "github.com"];
  if (!token) { process.stderr.write("no oauth token found for " + value("--hostname") + "\\n"); process.exit(1); }
  process.stdout.write(token + "\\n");
} else if (args[0] === "api") {
  const headers = {};
  args.forEach((arg, at) => { if (arg === "--header") { const [name, ...rest] = args[at + 1].split(":"); headers[name.trim()] = rest.join(":").trim(); } });
  const tokens = JSON.parse(readFileSync(__dirname + "/tokens.json", "utf8"));
  headers.authorization = "token " + (process.env.GH_TOKEN ?? tokens[value("--hostname") ?? "github.com"]);
  const raw = args.flatMap((arg, at) => (arg === "--raw-field" ? [[args[at + 1].slice(0, args[at + 1].indexOf("=")), args[at + 1].slice(args[at + 1].indexOf("=") + 1)]] : []));
  const body = args.includes("--input") ? readFileSync(0, "utf8") : raw.length > 0 ? JSON.stringify(Object.fromEntries(raw)) : undefined;
  const endpoint = args.find((arg) => /^(?:repos|search|user)\\b/.test(arg));
  fetch("SERVER/" + endpoint, { method: value("--method"), headers, body }).then(async (response) => {
    process.stdout.write("HTTP/2.0 " + response.status + " " + response.statusText + "\\n");
    for (const [name, text] of response.headers) process.stdout.write(name[0].toUpperCase() + name.slice(1) + ": " + text + "\\r\\n");
    process.stdout.write("\\r\\n");
    for await (const chunk of response.body ?? []) process.stdout.write(chunk);
    if (response.status > 299) { process.stderr.write("gh: HTTP " + response.status + "\\n"); process.exitCode = 1; }
  }).catch((error) => { process.stderr.write("error connecting to " + value("--hostname") + ": " + (error.cause?.message ?? error.message) + "\\n"); process.exitCode = 1; });
} else process.exit(1);
`;

const { PATH = "" } = process.env;

export function restorePath(): void {
  process.env.PATH = PATH;
}

/** Puts gh on PATH, signed in to the hosts. Git and Node stay where they are. */
export async function installGh(
  workspace: Workspace,
  server: string,
  tokens: Readonly<Record<string, string>>,
): Promise<() => Promise<{ args: string[] }[]>> {
  await workspace.write("../gh/gh", SCRIPT.replace("NODE", process.execPath).replace("SERVER", server));
  await workspace.write("../gh/tokens.json", JSON.stringify(tokens));
  await chmod(workspace.path("../gh/gh"), 0o755);
  process.env.PATH = [workspace.path("../gh"), PATH].join(delimiter);
  return async () => {
    const text = await readFile(workspace.path("../gh/gh.log"), "utf8");
    return text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { args: string[] });
  };
}
