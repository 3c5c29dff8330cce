import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startCliInPty } from "@tau/testkit";
import { expect, test } from "vitest";
import { call, createRemoteSetup } from "./remote-session.ts";

test.each([
  [100, 30],
  [80, 24],
])(
  "the screen names what the session works with there, and nothing of the folder here, at %ix%i",
  async (columns, rows) => {
    await using setup = await createRemoteSetup([
      call("bash", { command: "cat over.txt" }),
      { text: "I have seen it." },
    ]);
    const { workspace, fake } = setup;
    await writeFile(join(workspace.cwd, "CLAUDE.md"), "Of the folder here.\n");
    await workspace.git("init", "-q", "-b", "local-branch");
    await writeFile(join(fake.home, "AGENTS.md"), "Of the machine there.\n");
    await writeFile(join(fake.home, "over.txt"), "over there\n");
    const tau = startCliInPty({ workspace, columns, rows, args: ["--ssh", "other:"], env: fake.env });
    await tau.waitForText(/Context: AGENTS\.md\n/);
    await tau.waitForText(/ssh other:/);
    tau.send("look\r");
    await tau.waitForText(/over there[\s\S]*I have seen it\./);
    const screen = tau.terminal.screen().join("\n");
    for (const here of ["CLAUDE.md", "local-branch", workspace.cwd]) expect(screen).not.toContain(here);
    expect(JSON.stringify(setup.server.requests[0]?.body)).toContain("Of the machine there.");
    expect(JSON.stringify(setup.server.requests[0]?.body)).not.toContain("Of the folder here.");
    tau.press("ctrl+d");
    await tau.exited;
  },
  60_000,
);
