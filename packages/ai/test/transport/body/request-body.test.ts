import fc from "fast-check";
import { expect, test } from "vitest";
import { bodyText, requestBody } from "../../../src/transport/body/request-body.ts";
import { requestText } from "../../../src/transport/body/request-text.ts";

test("a body says what JSON says, whatever is in it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(bodyText(requestBody(value))).toBe(requestText(value));
      expect(bodyText(requestBody({ messages: [value, value], value }))).toBe(
        requestText({ messages: [value, value], value }),
      );
    }),
  );
  const odd = {
    none: undefined,
    empty: [],
    list: [undefined, () => 1, { a: undefined }],
    at: new Date(0),
    "\ud83d": "\ud83d",
  };
  expect(bodyText(requestBody(odd))).toBe(requestText(odd));
});

test("a long body comes in pieces of bytes, a short one as a text", () => {
  const message = { role: "user", content: "äöü 😀 \ud83d ".repeat(500) };
  const payload = { model: "m", messages: Array.from({ length: 500 }, () => message), tools: [] };
  const body = requestBody(payload);
  expect(typeof body).toBe("object");
  expect(Math.max(...Array.from(body as Uint8Array[], ({ length }) => length))).toBeLessThan(200_000);
  expect(bodyText(body)).toBe(requestText(payload));
  expect(requestBody({ ...payload, messages: [message] })).toBe(requestText({ ...payload, messages: [message] }));
});
