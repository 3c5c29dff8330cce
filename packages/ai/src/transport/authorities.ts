import { readVariable } from "../auth/environment.ts";
import { isInlinePem, readPem } from "../auth/pem.ts";
import type { HttpCall } from "./http-call.ts";

const VARIABLE = "NODE_EXTRA_CA_CERTS";

/** The authorities a call brings; `undefined` where it trusts whom the host trusts. */
export function authoritiesFor(call: HttpCall): readonly string[] | undefined {
  const { ca = [] } = call;
  const given = typeof ca === "string" ? [ca] : ca;
  const named = namedAuthorities(call);
  const all = named ? [...given, readPem(VARIABLE, named)] : given;
  return all.length > 0 ? all : undefined;
}

/** Of the process's own variable Node reads the file at its start; text in it is left to us. */
function namedAuthorities({ env }: HttpCall): string | undefined {
  const own = env?.[VARIABLE];
  if (own) return own;
  const value = readVariable(VARIABLE);
  return value && isInlinePem(value) ? value : undefined;
}
