import { readFileSync } from "node:fs";
import type { ModelReply } from "@tau/testkit";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";

const bash = (command: string): ModelReply => ({ toolCalls: [{ name: "bash", arguments: { command } }] });

test("R195, R196: a fenced command runs; its long output is shortened, and the raw one is an artifact", async () => {
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    settings: { bash: { minimizer: { enabled: true } } },
    script: [
      bash("```bash\nfor i in $(seq 300); do echo step $i of 300; done\n```"),
      bash("echo short"),
      { text: "done" },
    ],
  });
  expect(await harness.prompt("go")).toBe("done");
  const [long, short] = harness.session.messages.flatMap((message) =>
    message.role === "toolResult" ? [message.content.map((block) => ("text" in block ? block.text : "")).join("")] : [],
  );
  expect(long).toBe("step 1 of 300\n[298 lines like these]\nstep 300 of 300\n\n[raw output: artifact://0]");
  expect(short).toBe("short\n");
  const raw = harness.session.sessionFile?.replace(/\.jsonl$/, "/0.bash-original.log") ?? "";
  expect(readFileSync(raw, "utf8").split("\n")).toHaveLength(301);
});
