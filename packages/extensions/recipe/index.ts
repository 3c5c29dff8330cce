import type { ExtensionAPI } from "@tau/coding-agent";
import type { TSchema } from "typebox";
import { chooseTask, listTasks, shellCommand } from "./choose-task.ts";
import { findRunners } from "./find-runners.ts";
import { recipe } from "./tool.ts";

export default function (pi: ExtensionAPI): void {
  pi.registerTool({
    ...recipe,
    parameters: recipe.parameters as object as TSchema,
    async execute(_id, params, signal, onUpdate, ctx) {
      const { op = "" } = params as { op?: string };
      const runners = await findRunners(ctx.cwd);
      if (op.trim() === "" && runners.length > 0)
        return { content: [{ type: "text", text: listTasks(runners) }], details: undefined };
      const chosen = chooseTask(runners, op);
      const command = shellCommand(chosen);
      // The command passes the same permission check as any other.
      const options = { ...(signal ? { signal } : {}), ...(onUpdate ? { onUpdate } : {}) };
      const { result, isError } = await ctx.executeTool("bash", { command }, options);
      const text = result.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
      if (isError) throw new Error(`${command}\n${text}`);
      return { ...result, details: { runner: chosen.runner, task: chosen.task.name, command } };
    },
  });
}
