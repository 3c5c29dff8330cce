import { RequestError } from "../ai-error.ts";
import type { HttpCall } from "./http-call.ts";
import type { NodeModules } from "./node-modules.ts";

const VARIABLE = "NODE_EXTRA_CA_CERTS";
const files = new Map<string, string>();

/** The authorities a call brings, and those of the variable in its own environment; that of the process Node reads at its start. */
export function authoritiesFor({ ca = [], env }: HttpCall, node: NodeModules): readonly string[] | undefined {
  const given = typeof ca === "string" ? [ca] : ca;
  const file = env?.[VARIABLE];
  const all = file ? [...given, readOnce(file, node)] : given;
  return all.length > 0 ? all : undefined;
}

/** Whether a call trusts more than the host does. */
export function bringsAuthorities({ ca, env }: HttpCall): boolean {
  return Boolean(ca || env?.[VARIABLE]);
}

function readOnce(file: string, node: NodeModules): string {
  const known = files.get(file);
  if (known !== undefined) return known;
  try {
    const text = node.getBuiltinModule("node:fs").readFileSync(file, "utf8");
    files.set(file, text);
    return text;
  } catch (cause) {
    throw new RequestError(`${VARIABLE} names ${file}, which cannot be read. Give the path of a PEM file.`, {
      code: "invalid-request",
      cause,
    });
  }
}
