import type {
  CommandJobs as CommandJobsService,
  ExtensionAPI,
  ExtensionContext,
  RunningCommand,
  ServiceKey,
  ToolEffects,
} from "@tau/coding-agent";
import { Text } from "@tau/tui";
import type { TSchema } from "typebox";
import { CommandJobs } from "./command-jobs.ts";
import { drawCall, drawJobs } from "./job-text.ts";
import { type JobDetails, type JobParams, runJobTool } from "./job-tool.ts";
import { showJobs } from "./jobs-list.ts";
import { type JobSettings, jobSettings } from "./settings.ts";
import { job } from "./tool.ts";

const SERVICE = "command-jobs" as ServiceKey<CommandJobsService>;

type Resume = (ctx: ExtensionContext) => Promise<void>;

export default function (pi: ExtensionAPI): void {
  const commands = new CommandJobs(pi);
  const status = new JobStatus(pi);
  const ending = new AbortController();
  let resuming: Promise<void> | undefined;
  /** Takes over the jobs that an earlier run of the program left, at the first opportunity. */
  const resume: Resume = (ctx) => {
    status.watch(ctx);
    resuming ??= commands.resume().then((ended) => {
      if (ended.length === 0) return;
      const message = { customType: "background", content: ended.join("\n\n"), display: true };
      pi.sendMessage(message, { deliverAs: "nextTurn" });
    });
    return resuming;
  };
  pi.services.provide(SERVICE, createService(pi, commands, resume));
  registerJobTool(pi, commands, resume);
  pi.registerCommand("jobs", {
    handler: async (_args, ctx) => {
      await resume(ctx);
      await showJobs(pi, ctx, commands, ending.signal);
    },
  });
  pi.on("session_start", async (_event, ctx) => await resume(ctx));
  pi.on("session_shutdown", () => {
    ending.abort();
    status.close();
  });
}

const HOW_TO =
  "Its outcome is delivered when it ends. The job tool waits for it, reads its output, writes to it or cancels it.";

function createService(pi: ExtensionAPI, commands: CommandJobs, resume: Resume): CommandJobsService {
  return {
    refusal: (ctx) => {
      const { isEnabled, maxJobs } = jobSettings(pi.getSettings(), ctx);
      if (!isEnabled) return "Background jobs are switched off (async.enabled). Run the command without async.";
      if (commands.running < maxJobs) return undefined;
      const running = maxJobs === 1 ? "1 job runs" : `${maxJobs} jobs run`;
      return `${running} already (async.maxJobs). End one with the job tool, or wait until one has ended.`;
    },
    takeOver: async (command, ctx) => {
      const settings = jobSettings(pi.getSettings(), ctx);
      if (!command.isAsync && (!(await isDue(command, settings)) || commands.running >= settings.maxJobs))
        return undefined;
      await resume(ctx);
      const preview = command.isAsync ? "" : command.output().trimEnd();
      const { id, state } = commands.start(command);
      pi.tools.declare(["job"], { toolCallId: command.toolCallId });
      if (command.isAsync) return `Background job ${id} started: ${state.label}\n${HOW_TO}`;
      const soFar = `Output so far:\n${preview || "(none)"}`;
      return `The command still runs. It is now background job ${id}: ${state.label}\n${HOW_TO}\n\n${soFar}`;
    },
  };
}

/** Resolves to true when a command has run long enough to become a job. */
async function isDue({ timeout, ended }: RunningCommand, { thresholdMs, isEnabled }: JobSettings): Promise<boolean> {
  if (thresholdMs === undefined || !isEnabled) return false;
  // `isDue` is called one second after the start, and the command must become a job before its own timeout.
  const afterMs = Math.min(thresholdMs, timeout === undefined ? thresholdMs : timeout * 1000 - 1000) - 1000;
  const wait = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => wait.resolve(true), Math.max(0, afterMs));
  const isLong = await Promise.race([wait.promise, ended.then(() => false)]);
  clearTimeout(timer);
  return isLong;
}

function registerJobTool(pi: ExtensionAPI, commands: CommandJobs, resume: Resume): void {
  pi.registerTool<TSchema, JobDetails>({
    ...job,
    parameters: job.parameters as object as TSchema,
    async execute(_id, params, signal, onUpdate, ctx) {
      const { waitSeconds } = jobSettings(pi.getSettings(), ctx);
      await resume(ctx);
      const tell = onUpdate && ((details: JobDetails) => onUpdate({ content: [], details }));
      // The arguments were already validated against the schema.
      const call = {
        pi,
        commands,
        waitSeconds,
        signal,
        onUpdate: tell,
        permit: (effects: ToolEffects) => ctx.permit(effects),
      };
      const { text, details } = await runJobTool(params as JobParams, call);
      return { content: [{ type: "text", text }], details };
    },
    renderCall: (args, theme) => drawCall(args as object, theme),
    renderResult: ({ content, details }, { expanded, isPartial }, theme) => {
      const text = content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
      const isList = details && details.jobs.length > 0 && (isPartial || !expanded);
      return isList ? drawJobs(details.jobs, theme) : new Text(text, 0, 0);
    },
  });
}

/** Shows `2 jobs running` in the status line. */
class JobStatus {
  private readonly pi: ExtensionAPI;
  private stop: (() => void) | undefined;

  constructor(pi: ExtensionAPI) {
    this.pi = pi;
  }

  watch({ ui, mode }: ExtensionContext): void {
    if (mode !== "tui" || this.stop) return;
    const show = () => {
      const count = this.pi.background.list().filter(({ status }) => status === "running").length;
      const text = count === 0 ? undefined : `${count} ${count === 1 ? "job" : "jobs"} running`;
      ui.setStatus("jobs", text, { priority: 66, ...(text ? { short: `${count} bg` } : {}) });
    };
    this.stop = this.pi.background.subscribe(show);
    show();
  }

  close(): void {
    this.stop?.();
    this.stop = undefined;
  }
}
