import { errorText } from "../error-text.ts";
import type { PermissionPolicy, PermissionRequest } from "./permission.ts";

/** Puts a question to the user. A text is a refusal, and what the model reads of it; `false` is one without a word. */
export type AskPermission = (
  question: string,
  request: PermissionRequest,
  signal?: AbortSignal,
) => Promise<boolean | string>;

/** What the loop wants to know: nothing if the call may run, else what the model reads instead of a result. */
export type Refusal = { readonly reason: string } | undefined;

/** Lets a policy decide, and the user where the policy wants it so. A policy that fails refuses: nothing runs by accident. */
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
