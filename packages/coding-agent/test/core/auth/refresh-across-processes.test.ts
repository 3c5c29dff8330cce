import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { AuthStorage } from "../../../src/core/auth/index.ts";
import { runScript, sourceUrl } from "../support/run-script.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

/** Answers each refresh token once, as vendors that rotate tokens do. */
async function startTokenServer() {
  const used: string[] = [];
  const server = createServer((request, response) => {
    const token = new URL(request.url ?? "/", "http://localhost").searchParams.get("token") ?? "";
    if (used.includes(token)) response.writeHead(400).end("invalid_grant");
    else response.end(JSON.stringify({ access: `access-${used.push(token)}`, refresh: `refresh-${used.length}` }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { used, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("P-AI-56 P-AI-57: processes that find one expired login renew it once, and all get the new token", async () => {
  const { used, url } = await startTokenServer();
  const path = join(temporaryDirectory(), "auth.json");
  AuthStorage.create(path).set("p", { type: "oauth", refresh: "refresh-0", access: "old", expires: 0 });
  const source = `import { AuthStorage } from ${JSON.stringify(sourceUrl("auth/index.ts"))};
    const [path, url] = process.argv.slice(1);
    const auth = AuthStorage.create(path);
    auth.registerOAuthProvider({ id: "p", name: "P", login: async () => { throw new Error(); },
      async refreshToken({ refresh }) {
        const response = await fetch(url + "/?token=" + refresh);
        if (!response.ok) throw new Error(await response.text());
        return { ...await response.json(), expires: Date.now() + 3600000 };
      }, getApiKey: ({ access }) => access });
    process.stdout.write(String(await auth.getApiKey("p")));`;
  const results = await Promise.all([1, 2, 3].map(() => runScript(source, [path, url])));
  expect(results).toEqual(Array(3).fill({ code: 0, stdout: "access-1", stderr: "" }));
  expect(used).toEqual(["refresh-0"]);
  expect(JSON.parse(readFileSync(path, "utf8")).p).toMatchObject({ refresh: "refresh-1", access: "access-1" });
});
