import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest } from "../manifest.ts";

test("a session on a screen gets the name that the model gives it, once", async () => {
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    mode: "tui",
    script: ({ body }) => ({ text: isNaming(body) ? '"Repair of the gate."' : "Repaired." }),
  });
  const { terminal, session, server } = harness;
  terminal.press(..."repair the gate", "enter");
  await terminal.waitForText("Repaired.");
  await expect.poll(() => session.sessionName).toBe("Repair of the gate");
  await harness.prompt("and the fence");
  expect(server.requests.filter(({ body }) => isNaming(body))).toHaveLength(1);
});

function isNaming(body: unknown): boolean {
  return JSON.stringify(body).includes("You name conversations");
}
