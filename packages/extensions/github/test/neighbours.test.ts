import type { ExtensionAPI, Github, ServiceKey } from "@tau/coding-agent";
import { expect, test } from "vitest";
import { manifest as fetch } from "../../fetch/manifest.ts";
import { findTarget } from "../../review/target.ts";
import { manifest } from "../manifest.ts";
import { issue, pull } from "./fixtures.ts";
import { startGithubServer } from "./github-server.ts";
import { openSession, read } from "./session.ts";

test("read https://github.com/… shows an issue as issue:// does, with the user's credentials", async () => {
  await using server = await startGithubServer({ "GET /repos/octo/secret/issues/5": { body: issue(5) } });
  await using session = await openSession({ server, extensions: [manifest, fetch] });
  const [page, url] = await session.call(
    read("https://github.com/octo/secret/issues/5"),
    read("issue://octo/secret/5"),
  );
  expect(page?.text).toContain("Method: github, signed in\n\n# Issue 5 (#5)");
  expect(page?.text).toContain(url?.text.trimEnd());
  expect(server.requests[0]?.headers.authorization).toBe("Bearer secret-token");
});

test("a pull request is compared with the branch that it is to be merged into", async () => {
  const more = { base: { ref: "release" } };
  await using server = await startGithubServer({
    "GET /repos/octo/app/pulls/7": { body: pull({ number: 7, sha: "a".repeat(40), more }) },
  });
  let api: ExtensionAPI | undefined;
  const take = (pi: ExtensionAPI) => {
    api = pi;
  };
  await using session = await openSession({ server, extensions: [manifest, take] });
  const { workspace } = session.harness;
  const bare = workspace.path("../app.git");
  await workspace.git("init", "-q", "--bare", bare);
  await workspace.git("config", `url.file://${bare}.insteadOf`, "https://github.com/octo/app.git");
  await workspace.git("branch", "-M", "main");
  await workspace.git("switch", "-qc", "release");
  await workspace.write("release.txt", "r\n");
  await workspace.git("add", "-A");
  await workspace.git("commit", "-qm", "Release");
  await workspace.git("push", "-q", "origin", "main", "release");
  await workspace.write("fix.txt", "f\n");
  await workspace.git("add", "-A");
  await workspace.git("commit", "-qm", "Fix");
  await workspace.git("push", "-q", "origin", "HEAD:refs/pull/7/head");
  await workspace.git("switch", "-q", "main");
  const pi = api as ExtensionAPI | undefined;
  if (!pi) throw new Error("There is no API.");
  const files = async (baseOf: () => Promise<string | undefined>) =>
    (await findTarget(pi.processes, workspace.cwd, ["7"], { baseOf })).parts.map(({ file }) => file);
  const github = await pi.services.use("github" as ServiceKey<Github>);
  const found = Promise.withResolvers<string>();
  pi.registerCommand("base", {
    handler: async (reference, ctx) => found.resolve((await github.pullRequest(reference, ctx)).base),
  });
  await session.harness.session.prompt("/base 7");
  expect(await found.promise).toBe("release");
  expect(await files(() => found.promise)).toEqual(["fix.txt"]);
  expect(await files(async () => undefined)).toEqual(["fix.txt", "release.txt"]);
});
