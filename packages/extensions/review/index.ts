import type { ExtensionAPI, ExtensionCommandContext, Github, ModeContext, ServiceKey } from "@tau/coding-agent";
import { SEVERITIES } from "./finding.ts";
import { type FailOn, FORMATS, formatReview, isFailing } from "./formats.ts";
import { type Review, type ReviewSettings, runReview } from "./run-review.ts";
import { findTarget, type TargetOptions } from "./target.ts";

const STATUS = "review";
/** Escape alone, as terminals send it. */
const ESCAPE = /^\x1b(?:\[27(?:;1(?::1)?)?u)?$/;

export default function (pi: ExtensionAPI): void {
  pi.registerCommand("review", { handler: async (args, ctx) => await reviewHere(pi, args, ctx) });
  pi.registerFlag("format", { type: "string", description: "tau review: text, json or sarif" });
  pi.registerFlag("fail-on", { type: "string", description: "tau review: critical, major, minor or never" });
  pi.registerSubcommand("review", {
    run: () => {
      throw new Error("tau review needs a session: run it as tau --mode review.");
    },
  });
  pi.registerMode("review", { run: async (ctx) => await reviewInShell(pi, ctx) });
}

/** Runs `/review`: the findings are a list, and part of the conversation. */
async function reviewHere(pi: ExtensionAPI, args: string, ctx: ExtensionCommandContext): Promise<void> {
  const { ui, cwd } = ctx;
  const stopping = new AbortController();
  const { signal } = stopping;
  const withdraw = ui.onTerminalInput((data) => {
    if (!ESCAPE.test(data)) return undefined;
    stopping.abort();
    return { consume: true };
  });
  try {
    const target = await findTarget(pi.processes, cwd, wordsOf(args), { signal, baseOf: baseBranch(pi, ctx) });
    if (target.parts.length === 0) return ui.notify(`There is nothing to review in ${target.title}.`);
    ui.setStatus(STATUS, `Reviewing ${target.title} (Escape stops)`);
    const review = await runReview(pi, target, settingsOf(pi), {
      signal,
      progress: (text) => ui.setStatus(STATUS, `Review: ${text} (Escape stops)`),
    });
    withdraw();
    if (signal.aborted) return ui.notify("The review was stopped.", "warning");
    const content = formatReview(review, "text").trimEnd();
    // At once, so that the user sees it also where there is no list; a run that is at work is not disturbed.
    pi.sendMessage(
      { customType: "review", content, display: true },
      ctx.isIdle() ? { triggerTurn: false } : { deliverAs: "nextTurn" },
    );
    if (!ctx.isIdle()) ui.notify(`${content.split("\n", 1)[0]} Your next message hands it to the model.`);
    if (ctx.mode === "tui" && review.findings.length > 0)
      await (await import("./findings-list.ts")).showFindings(pi, ctx, review, target.root);
  } catch (error) {
    if (signal.aborted) ui.notify("The review was stopped.", "warning");
    else ui.notify(error instanceof Error ? error.message : String(error), "error");
  } finally {
    withdraw();
    ui.setStatus(STATUS, undefined);
  }
}

/** Runs `tau review …`. Resolves to 0, or to 1 if a finding is severe enough or no reviewer finished. */
async function reviewInShell(pi: ExtensionAPI, ctx: ModeContext): Promise<number> {
  const format = oneOf("format", pi.getFlag("format") ?? "text", FORMATS);
  const configured = pi.settings.get("review.failOn") ?? "major";
  const failOn: FailOn = oneOf("fail-on", pi.getFlag("fail-on") ?? configured, [...SEVERITIES, "never"] as const);
  const words = ctx.prompts.flatMap(({ text }) => wordsOf(text));
  const { signal } = ctx;
  const context = ctx.context();
  const target = await findTarget(pi.processes, context.cwd, words, { signal, baseOf: baseBranch(pi, context) });
  if (target.parts.length === 0) {
    // For CI, a range without changes is a review without findings.
    ctx.write(formatReview({ ...NOTHING, title: target.title }, format));
    return 0;
  }
  const progress = (text: string) => void process.stderr.write(`${text}\n`);
  progress(`Reviewing ${target.title}: ${target.parts.length === 1 ? "1 file" : `${target.parts.length} files`}`);
  const review = await runReview(pi, target, settingsOf(pi), { signal, progress });
  ctx.write(formatReview(review, format));
  return review.failed || isFailing(review, failOn) ? 1 : 0;
}

const NOTHING: Omit<Review, "title"> = { findings: [], problems: ["Nothing has changed there."], failed: false };

const GITHUB = "github" as ServiceKey<Github>;

/** Returns how to ask GitHub for the base of a pull request. Without credentials git alone decides. */
function baseBranch(pi: ExtensionAPI, ctx: ExtensionCommandContext): NonNullable<TargetOptions["baseOf"]> {
  return async (reference) => {
    if (!pi.services.has(GITHUB)) return undefined;
    const github = await pi.services.use(GITHUB);
    return await github.pullRequest(reference, ctx).then(
      ({ base }) => base,
      () => undefined,
    );
  };
}

function settingsOf(pi: ExtensionAPI): ReviewSettings {
  const {
    concurrency = 4,
    verify = true,
    instructions = "",
  } = (pi.settings.get("review") ?? {}) as Partial<ReviewSettings>;
  return { concurrency, verify, instructions };
}

function oneOf<T extends string>(flag: "format" | "fail-on", value: unknown, known: readonly T[]): T {
  const found = known.find((each) => each === value);
  if (found !== undefined) return found;
  throw Object.assign(new Error(`--${flag} is "${String(value)}". It must be one of ${known.join(", ")}.`), {
    exitCode: 2,
  });
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
