import { expect, test } from "vitest";
import { endpointUrl } from "../../src/transport/endpoint-url.ts";

test("a path follows its base with one slash between them, whatever the base ends with", () => {
  for (const base of ["https://api.example/v1", "https://api.example/v1/", "https://api.example/v1//"]) {
    expect(endpointUrl(base, "/chat")).toBe("https://api.example/v1/chat");
  }
});

test("a name in braces is a variable, which has to be set", () => {
  const base = "https://{TAU_TEST_ACCOUNT}.example/{TAU_TEST_ACCOUNT}";
  expect(endpointUrl(base, "/x", { TAU_TEST_ACCOUNT: "me" })).toBe("https://me.example/me/x");
  expect(() => endpointUrl(base, "/x")).toThrow(`The address ${base} needs TAU_TEST_ACCOUNT: set that variable.`);
});

test("what is no address over HTTP is refused, and named", () => {
  for (const base of ["", "api.example", "ftp://api.example", "file:///etc"]) {
    expect(() => endpointUrl(base, "/x")).toThrow(
      `"${base}" is no address. Set the model's baseUrl to an http(s) URL.`,
    );
  }
});
