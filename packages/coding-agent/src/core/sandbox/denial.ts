/** Facts about a failed command, from its output and from the proxy. */
export interface DenialFacts {
  readonly output: string;
  readonly exitCode: number;
  /** Hosts that the proxy refused while the command ran. */
  readonly refusedHosts: readonly string[];
  /** Whether any host can be reached. */
  readonly hasNetwork: boolean;
}

/** Returns a sentence for the model and the user, or `undefined` if the failure does not look like the sandbox's doing. */
export function findDenial({ output, exitCode, refusedHosts, hasNetwork }: DenialFacts): string | undefined {
  if (exitCode === 0) return undefined;
  if (output.startsWith("bwrap: ")) return `It could not be set up: ${output.split("\n")[0]}.`;
  if (refusedHosts.length > 0)
    return `It wanted to reach ${refusedHosts.join(", ")}, which the sandbox does not allow.`;
  if (READ_ONLY.test(output)) return `It wanted to write ${writtenPath(output)}, which is read-only in the sandbox.`;
  if (BUSY.test(output)) return "It wanted to replace a file that the sandbox protects.";
  if (SOCKET.test(output)) return "It wanted to use a unix socket, which the sandbox does not allow.";
  if (exitCode === SIGSYS || REFUSED_CALL.test(output)) return "It made a system call that the sandbox does not allow.";
  if (!hasNetwork && NETWORK.test(output)) return "It wanted to use the network, which the sandbox does not allow.";
  if (PROTECTED.test(output)) return "It wanted to change a file that the sandbox protects.";
  return undefined;
}

const SIGSYS = 128 + 31;
const READ_ONLY = /Read-only file system|\bEROFS\b/i;
const BUSY = /Device or resource busy|\bEBUSY\b/;
const SOCKET =
  /(?:socket|bind|listen|connect|unix).{0,80}(?:Operation not permitted|EPERM)|EPERM.{0,60}(?:socket|listen|connect)/i;
const REFUSED_CALL = /(?:ptrace|unshare|clone|mount|keyctl|setns|io_uring).{0,80}(?:Operation not permitted|EPERM)/i;
const NETWORK = new RegExp(
  [
    "Network is unreachable",
    "ENETUNREACH",
    "EAI_AGAIN",
    "Temporary failure in name resolution",
    "Could not resolve (?:host|proxy)",
    "Name or service not known",
    "getaddrinfo",
    "No address associated with hostname",
    "Unknown host",
    "dial tcp",
    "Failed to establish a new connection",
    "Temporary failure resolving",
    "no such host",
    "ERR_INTERNET_DISCONNECTED",
  ].join("|"),
  "i",
);
/** Matches a protected folder. A missing one appears as a folder that accepts no files. */
const PROTECTED =
  /(?:\.(?:git|tau|pi|omp|claude|codex|gemini|cursor|opencode|agents|vscode|idea|husky|devcontainer|cargo|mvn|yarn)\b|\.envrc|\.mcp\.json|\.npmrc).{0,120}(?:Permission denied|Is a directory|EACCES|EISDIR)|EACCES.{0,120}\/\.(?:git|tau|claude|codex|vscode|idea|husky)\b/i;

/** Returns the path in an error message, as most programs write it: `touch: cannot touch '/etc/x': Read-only file system`. */
function writtenPath(output: string): string {
  const line = output.split("\n").find((each) => READ_ONLY.test(each)) ?? "";
  const quoted = /['"‘]([^'"’]+)['"’]/.exec(line)?.[1];
  const plain = /(\/[^\s:'"]+)/.exec(line)?.[1];
  return quoted ?? plain ?? "a file";
}
