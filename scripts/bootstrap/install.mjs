import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { withProgress } from "./progress.mjs";
import { at } from "./root.mjs";
import { SetupError } from "./setup-error.mjs";

const STAMP = "node_modules/.tau-install";
/** If one of these is missing, nothing works, whatever the stamp says. */
const ESSENTIAL = ["node_modules/esbuild", "node_modules/typebox", "node_modules/@tau/coding-agent"];

/** Installs the packages of the lockfile, unless that was already done. */
export async function ensureInstalled() {
  const wanted = fingerprint();
  if (readIfThere(at(STAMP)) === wanted && ESSENTIAL.every((path) => existsSync(at(path)))) return;
  const result = await withProgress("installing packages (once, about a minute)", npmInstall());
  if (result.error)
    throw new SetupError(`npm could not be started (${result.error.message}). Install npm and try again.`);
  if (result.status !== 0) throw new SetupError(explain(result.stderr));
  const missing = ESSENTIAL.find((path) => !existsSync(at(path)));
  if (missing)
    throw new SetupError(`the install is incomplete: ${missing} is missing. Delete node_modules and try again.`);
  mkdirSync(at("node_modules"), { recursive: true });
  writeFileSync(at(STAMP), wanted);
}

/** Resolves to npm's exit status and messages, or to the error if npm could not be started. */
function npmInstall() {
  const args = [
    "install",
    "--no-save",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--no-progress",
    "--loglevel=error",
  ];
  const network = ["--fetch-retries=1", "--fetch-retry-mintimeout=100", "--fetch-retry-maxtimeout=300"];
  // Under `npm start`, npm sets the path of npm. Its other variables would change the behaviour of the inner npm.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(config|package|lifecycle)_?/i.test(name)),
  );
  const npm = process.env.npm_execpath;
  const [command, prefix] = npm?.endsWith(".js") ? [process.execPath, [npm]] : ["npm", []];
  const child = spawn(command, [...prefix, ...args, ...network], {
    cwd: at("."),
    env: { ...env, ...keepConfig(process.env) },
    stdio: ["ignore", "ignore", "pipe"],
    shell: process.platform === "win32" && command === "npm",
  });
  return new Promise((resolve) => {
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    child.on("error", (error) => resolve({ error }));
    child.on("close", (status) => resolve({ status, stderr }));
  });
}

/** Keeps the settings for the source of packages, which depend on the machine. */
function keepConfig(env) {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) =>
      /^npm_config_(registry|userconfig|globalconfig|cache|prefix|https?_proxy|proxy|noproxy|cafile|strict_ssl)$/i.test(
        name,
      ),
    ),
  );
}

function explain(stderr) {
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|network/i.test(
      stderr,
    )
  )
    return "no network: npm could not reach its registry. Connect, or set npm's registry or proxy, and try again.";
  if (/ENOSPC/.test(stderr)) return "the disk is full: make room and try again.";
  if (/EACCES|EPERM|EROFS/.test(stderr))
    return `npm may not write to ${at("node_modules")}. Check who owns the folder and try again.`;
  const lines = stderr.split("\n").map((line) => line.replace(/^npm (error|ERR!) ?/i, "").trim());
  const reason = lines.find((line) => line && !/^(code|errno|syscall|path|A complete log)/i.test(line));
  return `npm install failed: ${reason ?? "no reason given"}. Delete node_modules and try again.`;
}

function fingerprint() {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  const folders = [".", ...packageFolders("packages"), ...packageFolders("packages/extensions")];
  for (const path of ["package-lock.json", ...folders.map((folder) => `${folder}/package.json`)])
    hash.update(readIfThere(at(path)) ?? "");
  return hash.digest("hex");
}

function packageFolders(path) {
  if (!existsSync(at(path))) return [];
  return readdirSync(at(path))
    .map((name) => `${path}/${name}`)
    .sort();
}

function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw new SetupError(`cannot read ${path} (${error.message}).`, { cause: error });
  }
}
