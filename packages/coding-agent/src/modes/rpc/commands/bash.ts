import { Type } from "../../../core/tools/schema.ts";
import { defineCommand } from "../command.ts";

export const bash = defineCommand({
  name: "bash",
  summary: "Run a shell command; the model sees it with the next prompt",
  parameters: Type.Object({ command: Type.String(), excludeFromContext: Type.Optional(Type.Boolean()) }),
  run: ({ command, ...options }, { session, id }) =>
    session.bash.execute(command, { ...options, ...(id === undefined ? {} : { id }) }),
});
