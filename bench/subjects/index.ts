import { BenchError } from "../bench-error.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { pi } from "./pi.ts";
import type { Subject } from "./subject.ts";
import { tauOfCheckout } from "./tau.ts";

export { tau } from "./tau.ts";

const peers: readonly Subject[] = [pi, codex, claude];

/** Finds a peer by `name`, `name@version` for a version other than the default, or `tau:folder` for another checkout. */
export function findPeer(request: string): Subject {
  if (request.startsWith("tau:")) return tauOfCheckout(request.slice("tau:".length));
  const [name = "", version] = request.split("@");
  const peer = peers.find((candidate) => candidate.name === name);
  if (!peer) {
    const known = peers.map((candidate) => candidate.name).join(", ");
    throw new BenchError("usage", `There is no peer "${request}". Known: ${known}.`);
  }
  if (version === undefined || peer.package === undefined) return peer;
  return { ...peer, package: `${peer.package.replace(/(?<!^)@.*$/, "")}@${version}` };
}
