import type { DebugProtocol } from "@vscode/debugprotocol";
import { DebugError } from "../debug-error.ts";
import type { DebugSession } from "../session/debug-session.ts";
import { frameText } from "../text/place-text.ts";
import { referencesText, valueText, variableText } from "../text/variables-text.ts";
import {
  type DebugCall,
  frameOf,
  limits,
  listThreads,
  membersOf,
  missing,
  needed,
  type Outcome,
  scopesOf,
  scopeWith,
  stackOf,
} from "./call.ts";

const DEFAULT_LEVELS = 20;
const MOST_VARIABLES = 100;
const MOST_IN_SCOPE = 30;
const MOST_MEMBERS = 20;

export async function showThreads(call: DebugCall): Promise<Outcome> {
  const session = call.sessions.require();
  const threads = await listThreads(call, session);
  if (threads.length === 0) return { text: "Debugger reported no threads." };
  const mark = (id: number) => (session.stop?.threadId === id ? " (stopped here)" : "");
  return { text: threads.map(({ id, name }) => `${id}  ${name}${mark(id)}`).join("\n") };
}

export async function showStack(call: DebugCall): Promise<Outcome> {
  const session = call.sessions.require();
  const { stackFrames, totalFrames } = await stackOf(call, session, call.params.levels ?? DEFAULT_LEVELS);
  if (stackFrames.length === 0) return { text: "The stack is empty." };
  const lines = stackFrames.map((frame, index) => {
    const address = frame.instructionPointerReference;
    return `#${index} ${frameText(frame, call.cwd)}  [frame_id ${frame.id}]${address ? `  [instruction ${address}]` : ""}`;
  });
  const hidden = (totalFrames ?? 0) - stackFrames.length;
  return { text: [...lines, ...(hidden > 0 ? [`… ${hidden} more frames (levels)`] : [])].join("\n") };
}

/** `scopes`: the variables of a frame, scope by scope; those that are expensive only by name. */
export async function showScopes(call: DebugCall): Promise<Outcome> {
  const session = call.sessions.require();
  const frameId = await frameOf(call, session);
  const parts: string[] = [];
  for (const { name, variablesReference, expensive } of await scopesOf(call, session, frameId)) {
    parts.push(`${name}  [scope_id ${variablesReference}]`);
    if (!expensive && variablesReference > 0)
      parts.push(...(await memberLines(call, session, variablesReference, MOST_IN_SCOPE)));
  }
  return { text: parts.join("\n") || "The frame has no scopes." };
}

export async function showVariables(call: DebugCall): Promise<Outcome> {
  const reference = call.params.variable_ref ?? call.params.scope_id;
  if (reference === undefined) throw missing("variables", "variable_ref or scope_id");
  const session = call.sessions.require();
  const lines = await memberLines(call, session, reference, MOST_VARIABLES).catch((error: unknown) => {
    if (!(error instanceof DebugError) || error.code !== "refused") throw error;
    const advice = "A reference holds until the program continues: take one from scopes, variables or evaluate.";
    throw new DebugError("refused", `${error.message.replace(/\.?$/, ".")} ${advice}`, { cause: error });
  });
  return { text: lines.map((line) => line.slice(2)).join("\n") || "There are no variables." };
}

/** `evaluate`: the value of an expression in the frame where the program stopped. With `value`, assigns to it. */
export async function evaluate(call: DebugCall): Promise<Outcome> {
  const expression = needed(call, "expression");
  const session = call.sessions.require();
  const { value, context = "repl", frame_id: given } = call.params;
  const frameId =
    given ?? (session.status === "stopped" ? await frameOf(call, session).catch(() => undefined) : undefined);
  const frame = frameId === undefined ? {} : { frameId };
  if (value !== undefined) return await assign(call, session, expression, value);
  const answer = await session.request<DebugProtocol.EvaluateResponse["body"]>(
    "evaluate",
    { expression, context, ...frame },
    limits(call),
  );
  const { result = "", type, variablesReference, memoryReference } = answer ?? {};
  const head = `${type ? `${type} = ` : ""}${valueText(result.trimEnd()) || "(no value)"}${referencesText(variablesReference, memoryReference)}`;
  const members = variablesReference ? await memberLines(call, session, variablesReference, MOST_MEMBERS) : [];
  return { text: [head, ...members].join("\n") };
}

async function assign(call: DebugCall, session: DebugSession, expression: string, value: string): Promise<Outcome> {
  const frameId = await frameOf(call, session);
  if (session.capabilities.supportsSetExpression) {
    const args = { expression, value, frameId };
    const set = await session.request<DebugProtocol.SetExpressionResponse["body"]>("setExpression", args, limits(call));
    return { text: `${expression} = ${valueText(set?.value ?? value)}` };
  }
  session.require("supportsSetVariable", "assigning to variables");
  const variablesReference = await scopeWith(call, session, frameId, expression);
  if (variablesReference !== undefined) {
    const args = { variablesReference, name: expression, value };
    const set = await session.request<DebugProtocol.SetVariableResponse["body"]>("setVariable", args, limits(call));
    return { text: `${expression} = ${valueText(set?.value ?? value)}` };
  }
  return { text: `There is no variable ${expression} in this frame. A member is set by custom_request setVariable.` };
}

async function memberLines(call: DebugCall, session: DebugSession, reference: number, most: number): Promise<string[]> {
  // One more than is shown, to know whether there are more.
  const variables = await membersOf(call, session, reference, most + 1);
  const lines = variables.slice(0, most).map((variable) => `  ${variableText(variable)}`);
  return variables.length > most ? [...lines, `  … more  [variable_ref ${reference}]`] : lines;
}
