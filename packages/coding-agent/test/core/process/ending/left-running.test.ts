import { expect, test } from "vitest";
import { commandsLeftRunning } from "../../../../src/core/process/ending/left-running.ts";
import { localProcesses } from "../../../../src/core/process/index.ts";
import { until } from "../alive.ts";

const SLEEPERS = ["sleep 41421", "sleep 41422"];

function left(): string[] {
  return commandsLeftRunning()
    .map(({ command }) => command)
    .filter((command) => SLEEPERS.includes(command))
    .sort();
}

test("a command that left something running is found and stopped; one that is awaited is not found", async () => {
  const run = async (command: string) => {
    const onData = () => undefined;
    return await localProcesses.run({
      file: "bash",
      args: ["-c", command],
      cwd: "/",
      env: process.env,
      purpose: "user",
      onData,
    });
  };
  let isAsked = false;
  const stop = new AbortController();
  const awaited = localProcesses.run({
    file: "bash",
    args: ["-c", "echo up; sleep 41421"],
    cwd: "/",
    env: process.env,
    purpose: "user",
    signal: stop.signal,
    onData: () => {
      isAsked = true;
    },
  });
  await until(() => isAsked);
  await run("sleep 41422 > /dev/null 2>&1 & sleep 41422 > /dev/null 2>&1 &");
  await until(() => left().length > 0);
  expect(left()).toEqual(["sleep 41422"]);
  await Promise.all(commandsLeftRunning().flatMap((job) => (SLEEPERS.includes(job.command) ? [job.stop()] : [])));
  expect(left()).toEqual([]);
  stop.abort();
  await awaited;
});
