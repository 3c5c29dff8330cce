import { errorText } from "../error-text.ts";
import type { PermissionPolicy, PermissionRequest } from "./permission.ts";

/** Asks the user. Resolves to true if permitted, to a text for the model or to `false` if refused. */
export type AskPermission = (
  question: string,
  request: PermissionRequest,
  signal?: AbortSignal,
) => Promise<boolean | string>;

/** Answer to the agent loop: `undefined` if the call may run, else the text that the model reads instead of a result. */
export type Refusal = { readonly reason: string } | undefined;

/**
 * Lets the policy decide, and asks the user if the policy says so. A policy that throws refuses the call, so that
 * nothing runs by accident.
 */
export async function permit(
  request: PermissionRequest,
  policy: PermissionPolicy,
  ask: AskPermission,
  signal?: AbortSignal,
): Promise<Refusal> {
  try {
    const answer = await policy.decide(request, signal);
    if (answer.action === "allow") return undefined;
    if (answer.action === "deny") return { reason: answer.reason };
    const granted = await ask(answer.question, request, signal);
    if (granted === true) return undefined;
    return { reason: granted === false ? `The user did not permit ${request.tool}.` : granted };
  } catch (error) {
    const message = errorText(error);
    return { reason: `${request.tool} was not run: asking for permission failed (${message}).` };
  }
}
