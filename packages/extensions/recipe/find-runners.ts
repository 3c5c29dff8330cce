import { cargoTasks } from "./runners/cargo.ts";
import { justTasks } from "./runners/just.ts";
import { makeTasks } from "./runners/make.ts";
import { packageTasks } from "./runners/package-scripts.ts";
import { taskfileTasks } from "./runners/taskfile.ts";
import type { Runner, RunnerId, Task } from "./task.ts";

/** Each function reads the files of its runner. It resolves to undefined if there are none. */
const FINDERS: readonly (readonly [RunnerId, (cwd: string) => Promise<Task[] | undefined>])[] = [
  ["just", justTasks],
  ["pkg", packageTasks],
  ["cargo", cargoTasks],
  ["make", makeTasks],
  ["task", taskfileTasks],
];

/** Resolves to the runners that have a file in the folder, with their tasks. Runs no program. */
export async function findRunners(cwd: string): Promise<Runner[]> {
  const found = await Promise.all(
    FINDERS.map(async ([id, find]): Promise<Runner | undefined> => {
      try {
        const tasks = await find(cwd);
        return tasks && { id, tasks };
      } catch (error) {
        return { id, tasks: [], problem: error instanceof Error ? error.message : String(error) };
      }
    }),
  );
  return found.filter((runner) => runner !== undefined);
}
