import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { at } from "./root.mjs";
import { SetupError } from "./setup-error.mjs";

const FOLDER = ".cache";
const PATH = `${FOLDER}/setup.lock`;

/** Prevents two first starts from installing into one folder: the second waits for the first, or takes over from a dead one. */
export async function withLock(work) {
  for (let told = false; !take(); told = true) {
    if (!told) process.stderr.write("tau: waiting for another set-up of this folder…\n");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  try {
    return await work();
  } finally {
    rmSync(at(PATH), { force: true });
  }
}

function take() {
  try {
    mkdirSync(at(FOLDER), { recursive: true });
    writeFileSync(at(PATH), String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST")
      throw new SetupError(`cannot write to ${at(FOLDER)} (${error.message}).`, { cause: error });
    if (!holderIsAlive()) rmSync(at(PATH), { force: true });
    return false;
  }
}

function holderIsAlive() {
  try {
    const pid = Number(readFileSync(at(PATH), "utf8"));
    if (!pid) return false;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
