import { setTimeout } from "node:timers/promises";
import { findWriter, type SessionWriter } from "@tau/agent/node";
import type { InteractiveContext } from "../interactive-context.ts";
import { choose } from "../overlays/choose.ts";

const LOOK_EVERY_MS = 200;

type Way = "wait" | "copy" | "take" | "read";

/** Asks what to do if another process writes the current session. By default it is opened read-only. */
export async function settleHeldSession(context: InteractiveContext): Promise<void> {
  const { session, runtime, screen, say } = context;
  const path = session.sessionFile;
  if (path === undefined || session.log.getReadOnlyReason()?.code !== "locked") return;
  const way = await askWay(context, findWriter(path));
  if (way === "take") {
    await runtime.switchSession(path, { takeOver: true });
    if (!context.session.log.getReadOnlyReason()) say("You can continue the session now.");
  } else if (way === "copy") {
    await runtime.clone();
    say("This is a copy. The other process keeps the original.");
  } else if (way === "wait") {
    const isFree = await screen.during("Waiting until the other process leaves the session", (signal) =>
      untilFree(path, signal),
    );
    if (isFree) await runtime.switchSession(path);
    else await settleHeldSession(context);
  } else
    say(
      "This session is read-only here: another process has it open. Messages cannot be sent; /clone continues in a copy.",
      "warning",
    );
}

/** Resolves to false if the user stops waiting. Polls, because a killed process causes no event to watch for. */
async function untilFree(path: string, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted && findWriter(path)) await setTimeout(LOOK_EVERY_MS);
  return !signal.aborted;
}

async function askWay(context: InteractiveContext, writer: SessionWriter | undefined): Promise<Way> {
  const taking = {
    value: "take" as const,
    label: "Take over",
    description: "if that process has ended: it cannot be seen from here",
  };
  const choices = [
    { value: "copy" as const, label: "Fork", description: "continue in a copy; the other process keeps the original" },
    { value: "wait" as const, label: "Wait", description: "until the other process leaves it" },
    { value: "read" as const, label: "Read only", description: "read it; nothing is written" },
    ...(writer?.isElsewhere ? [taking] : []),
  ];
  const place = writer?.isElsewhere ? ` of ${writer.place?.host}` : "";
  const who = writer === undefined ? "Another process" : `Process ${writer.pid}${place}`;
  return (await choose(context, { title: `${who} has this session open`, choices })) ?? "read";
}
