import { normalizeTodoPhases, TODO_ENTRY, type TodoPhaseDraft } from "../../../core/session/log/todo-phases.ts";
import { Type } from "../../../core/tools/schema.ts";
import { anything, defineCommand } from "../command.ts";

const task = {
  anyOf: [
    { type: "string" },
    {
      type: "object",
      properties: {
        id: { type: "string" },
        content: { type: "string" },
        status: { type: "string", enum: ["pending", "in_progress", "completed", "abandoned"] },
      },
      required: ["content"],
    },
  ],
};

export const setTodos = defineCommand({
  name: "set_todos",
  summary: "Set the list of tasks, in phases; answered with ids and states for all",
  parameters: Type.Object({
    phases: Type.Array(
      anything<TodoPhaseDraft>({
        type: "object",
        properties: { id: { type: "string" }, name: { type: "string" }, tasks: { type: "array", items: task } },
        required: ["name"],
      }),
    ),
  }),
  run({ phases }, { session }) {
    const todoPhases = normalizeTodoPhases(phases);
    session.appendCustomEntry(TODO_ENTRY, { phases: todoPhases });
    return { todoPhases };
  },
});
