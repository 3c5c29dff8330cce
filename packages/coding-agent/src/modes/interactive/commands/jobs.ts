import { commandsLeftRunning } from "../../../core/process/ending/left-running.ts";
import { chooseHints, joinHints, moveHint } from "../keys/key-text.ts";
import { choose } from "../overlays/choose.ts";
import { plainLine } from "../parts/plain-line.ts";
import type { SlashCommand } from "./command.ts";

export const jobsCommand: SlashCommand = {
  name: "jobs",
  aliases: ["bashes"],
  givesWay: true,
  description: "Show what runs in the background, and stop it",
  run: async (context) => {
    const jobs = commandsLeftRunning();
    if (jobs.length === 0) return context.say("Nothing is running in the background.");
    const job = await choose(context, {
      title: "Stop which command?",
      choices: jobs.map((value) => ({
        value,
        label: plainLine(value.command) || `process ${value.pid}`,
        search: `${value.command} ${value.pid}`,
      })),
      labelWidth: 200,
      hint: () => joinHints(moveHint(), chooseHints("stop", "leave it running"), "all end when Tau does"),
    });
    if (!job) return;
    await job.stop();
    context.screen.refreshJobs();
    context.say(`Stopped ${plainLine(job.command)}`);
  },
};
