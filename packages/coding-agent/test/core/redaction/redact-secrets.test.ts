import { expect, test } from "vitest";
import { redactSecrets } from "../../../src/core/redaction/index.ts";

test("keys, tokens and named values go, everything else stays", () => {
  const key = `sk-ant-${"a1B2".repeat(10)}`;
  expect(redactSecrets(`key=${key};`)).toBe("key=[redacted];");
  expect(redactSecrets("Authorization: Bearer abcdefghijklmnop1234")).toBe("Authorization: Bearer [redacted]");
  expect(redactSecrets(`token ghp_${"x".repeat(36)} end`)).toBe("token [redacted] end");
  expect(redactSecrets("-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----")).toBe("[redacted]");
  expect(redactSecrets("the pass-phrase is hunter2hunter2", ["hunter2hunter2"])).toBe("the pass-phrase is [redacted]");
  const plain = "const skeleton = risk-free; Bearer of news; sha256:deadbeef; a1b2";
  expect(redactSecrets(plain, ["a1b2"])).toBe(plain);
});
