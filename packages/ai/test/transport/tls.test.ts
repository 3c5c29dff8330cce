import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type SimpleStreamOptions, streamSimple } from "../../src/index.ts";
import { createAuthority } from "../support/certificates.ts";
import { sse, startSecureServer } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

const authority = createAuthority();
const ok = sse({ choices: [{ delta: { content: "ok" }, finish_reason: "stop" }] }, "[DONE]");
const ask = (baseUrl: string, options: SimpleStreamOptions = {}) =>
  streamSimple(testModel("openai-completions", { baseUrl }), { messages: [] }, options).result();

test("a server whose authority the request brings is trusted, also through NODE_EXTRA_CA_CERTS", async () => {
  await using server = await startSecureServer(authority.issue(), ok);
  const folder = await mkdtemp(join(tmpdir(), "tau-ca-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "authority.pem");
  await writeFile(file, authority.ca);
  const answers = [
    await ask(server.url, { ca: authority.ca }),
    await ask(server.url, { ca: [createAuthority("another").ca, authority.ca] }),
    await ask(server.url, { env: { NODE_EXTRA_CA_CERTS: file } }),
    await ask(server.url, { env: { NODE_EXTRA_CA_CERTS: authority.ca.replaceAll("\n", "\\n") } }),
  ];
  expect(answers.map(({ stopReason, errorMessage }) => errorMessage ?? stopReason)).toEqual(Array(4).fill("stop"));
});

test("each way a certificate can fail is one error that says what to do, and is not tried again", async () => {
  const cases: [string, { key: string; cert: string }, SimpleStreamOptions, RegExp][] = [
    [
      "unknown authority",
      authority.issue(),
      {},
      /^No secure connection to 127\.0\.0\.1:\d+: unable to verify the first certificate\. If the server or a proxy before it has an authority of its own, set NODE_EXTRA_CA_CERTS to its PEM file \(or NODE_USE_SYSTEM_CA=1 if this machine trusts it\) and start again\.$/,
    ],
    [
      "another name",
      authority.issue({ name: "example.com" }),
      { ca: authority.ca },
      /^The certificate of 127\.0\.0\.1:\d+ is for another name: .+\. Check the base URL\.$/,
    ],
    [
      "expired",
      authority.issue({ until: new Date("2020-01-01") }),
      { ca: authority.ca },
      /is not valid now \(CERT_HAS_EXPIRED\)\. Check this machine's clock/,
    ],
    ["missing file", authority.issue(), { env: { NODE_EXTRA_CA_CERTS: "/nonexistent.pem" } }, /which cannot be read/],
  ];
  for (const [name, identity, options, text] of cases) {
    await using server = await startSecureServer(identity, ok);
    const answer = await ask(server.url, options);
    expect([name, answer.errorMessage]).toEqual([name, expect.stringMatching(text)]);
    expect(server.requests).toEqual([]);
    if (name !== "missing file") expect(answer.error).toMatchObject({ code: "network", permanent: true });
  }
});
