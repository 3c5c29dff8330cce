import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import {
  type Confine,
  captureOutput,
  confineProcesses,
  localProcesses,
  type ProcessCommand,
} from "../../../src/core/process/index.ts";

const seen: ProcessCommand[] = [];
/** What a sandbox does: another program runs the command; what the user starts is left alone. */
const confine: Confine = async (command) => {
  seen.push(command);
  if (command.purpose === "user") return command;
  return { ...command, file: "env", args: ["CONFINED=yes", command.file, ...command.args] };
};
const port = confineProcesses(localProcesses, confine);
const SCRIPT = '[ -n "$CONFINED" ] && echo yes || echo no';
const command = (purpose: ProcessCommand["purpose"]): ProcessCommand => ({
  file: "sh",
  args: ["-c", SCRIPT],
  cwd: "/",
  env: { PATH: "/usr/bin:/bin" },
  purpose,
});

test("every way to start a process goes through the hook, which sees the command and its purpose alone", async () => {
  seen.length = 0;
  expect(String((await captureOutput(command("model"), port)).stdout)).toBe("yes\n");
  expect(String((await captureOutput(command("user"), port)).stdout)).toBe("no\n");
  expect(await text((await port.start(command("extension"))).stdout)).toBe("yes\n");
  expect(await text((await port.startTerminal(command("model"))).output)).toBe("yes\r\n");
  const foreground = { ...command("tau"), args: ["-c", 'exit "$([ "$CONFINED" = yes ] && echo 4)"'] };
  expect(await port.runInForeground(foreground)).toEqual({ ended: "exit", exitCode: 4 });
  expect(seen).toEqual([command("model"), command("user"), command("extension"), command("model"), foreground]);
});

test("a hook that throws keeps the process from being started", async () => {
  const refusing = confineProcesses(localProcesses, () => {
    throw new Error("not in this sandbox");
  });
  await expect(captureOutput(command("model"), refusing)).rejects.toThrow("not in this sandbox");
  await expect(refusing.start(command("model"))).rejects.toThrow("not in this sandbox");
  await expect(refusing.startTerminal(command("model"))).rejects.toThrow("not in this sandbox");
  await expect(refusing.runInForeground(command("model"))).rejects.toThrow("not in this sandbox");
});
