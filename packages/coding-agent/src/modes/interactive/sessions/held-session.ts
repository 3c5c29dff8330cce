import { setTimeout } from "node:timers/promises";
import { findWriter } from "@tau/agent/node";
import type { InteractiveContext } from "../interactive-context.ts";
import { choose } from "../overlays/choose.ts";

const LOOK_EVERY_MS = 200;

type Way = "wait" | "copy" | "read";

/** Where another process writes the present session, asks what to do about it. Reading it is what one gets by itself. */
export async function settleHeldSession(context: InteractiveContext): Promise<void> {
  const { session, runtime, screen, say } = context;
  const path = session.sessionFile;
  if (path === undefined || session.log.getReadOnlyReason()?.code !== "locked") return;
  const way = await askWay(context, findWriter(path)?.pid);
  if (way === "copy") {
    await runtime.clone();
    say("This is a copy. The other process keeps the original.");
  } else if (way === "wait") {
    const isFree = await screen.during("Waiting until the other process leaves the session", (signal) =>
      untilFree(path, signal),
    );
    if (isFree) await runtime.switchSession(path);
    else await settleHeldSession(context);
  } else say("This session is read-only here: it is open in another process. /clone continues in a copy.", "warning");
}

/** Resolves to false where the user would rather not wait. A process that is killed leaves no trace one could watch for. */
async function untilFree(path: string, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted && findWriter(path)) await setTimeout(LOOK_EVERY_MS);
  return !signal.aborted;
}

async function askWay(context: InteractiveContext, pid: number | undefined): Promise<Way> {
  const choices = [
    { value: "copy" as const, label: "Fork", description: "continue in a copy; the other process keeps the original" },
    { value: "wait" as const, label: "Wait", description: "until the other process leaves it" },
    { value: "read" as const, label: "Read only", description: "look at it; nothing is written" },
  ];
  const who = pid === undefined ? "Another process" : `Process ${pid}`;
  return (await choose(context, { title: `${who} has this session open`, choices })) ?? "read";
}
