import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "@tau/testkit";
import { expect, test } from "vitest";
import { sessionWith } from "../session-with.ts";

test("the example on the ports does what it says", async () => {
  await using setup = await sessionWith([], { paths: [join(repositoryRoot, "examples/ports-extension.ts")] });
  expect(setup.host.errors).toEqual([]);
  const call = async (name: string, args: object) => {
    const result = await setup.session.tools.get(name)?.tool.execute("1", args);
    return result?.content.map((block) => (block.type === "text" ? block.text : "")).join("");
  };
  expect(await call("count_lines", { text: "a\nb\n" })).toBe("2");
  expect(await call("read", { path: "notes://" })).toBe("   1  welcome");
  await call("write", { path: "notes://new", content: "fresh" });
  expect(await call("read", { path: "notes://new" })).toBe("   1  fresh");
  expect(await call("bash", { command: "cat notes://new" })).toBe("fresh");
  await writeFile(join(setup.cwd, "t.csv"), "a,b\n1,2\n");
  expect(await call("read", { path: "t.csv" })).toBe("   1  a | b\n   2  1 | 2\n");
});
