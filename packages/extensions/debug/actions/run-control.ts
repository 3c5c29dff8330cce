import { DebugError } from "../debug-error.ts";
import { type DebugCall, limits, type Outcome, threadOf } from "./call.ts";
import { reportState } from "./report.ts";

const REQUESTS = { continue: "continue", step_over: "next", step_in: "stepIn", step_out: "stepOut" } as const;

/** `continue` and the steps: lets the program run and reports its next stop, or that it still runs when the time is up. */
export async function run(call: DebugCall): Promise<Outcome> {
  const session = call.sessions.require();
  const action = call.params.action as keyof typeof REQUESTS;
  if (session.status === "running" && action === "continue")
    return await reportState(call, session, await session.rest(limits(call)));
  if (session.status === "running")
    throw new DebugError("not-stopped", "The program runs. Use pause to stop it before a step.");
  const threadId = await threadOf(call, session);
  const takeBack = session.resume();
  try {
    await session.request(REQUESTS[action], { threadId }, limits(call));
  } catch (error) {
    takeBack();
    throw error;
  }
  return await reportState(call, session, await session.rest(limits(call)));
}

/** `pause`: stops the program where it is. */
export async function pause(call: DebugCall): Promise<Outcome> {
  const session = call.sessions.require();
  if (session.status === "stopped") return await reportState(call, session, "stopped");
  await session.request("pause", { threadId: await threadOf(call, session) }, limits(call));
  return await reportState(call, session, await session.rest(limits(call)));
}
