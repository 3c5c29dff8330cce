import { describe, expect, test } from "vitest";
import { streamSimple } from "../../src/index.ts";
import { dialects } from "../support/dialects/index.ts";
import { startServer } from "../support/http-server.ts";
import { testModel } from "../support/models.ts";

const key = "sk-secret-0123456789";
const page = "<!doctype html>\n<html><head><title>Company login</title></head><body>Hello</body></html>";

describe.each(dialects)("$api answered with something else than its stream", ({ api, model }) => {
  const ask = async (body: string) => {
    await using server = await startServer((response) => {
      response.sendDate = false;
      response.writeHead(200).end(body);
    });
    const asked = testModel(api, { baseUrl: server.url, ...model });
    const stream = streamSimple(asked, { messages: [] }, { apiKey: key, maxRetries: 0 });
    const events = await Array.fromAsync(stream);
    expect(events.map(({ type }) => type)).toEqual(["start", "error"]);
    return await stream.result();
  };

  test("an HTML page that does not say so is named for what it is, and kept for the debug log", async () => {
    expect(await ask(page)).toMatchObject({
      errorMessage: 'test answered with an HTML page ("Company login"); a proxy or a wrong base URL may be in between.',
      error: { code: "invalid-request", body: page },
    });
  });

  test("an empty body is an empty answer, not a cut one", async () => {
    for (const body of ["", "\n\n"]) {
      expect(await ask(body)).toMatchObject({
        errorMessage:
          "test accepted the request but sent an empty answer. Try again; if it stays so, check the model id and the base URL.",
        error: { code: "server" },
      });
    }
  });

  test("an error in JSON that came with success says what the vendor says, without the key", async () => {
    const { errorMessage, error } = await ask(JSON.stringify({ error: { message: `No such model for ${key}` } }));
    expect(errorMessage).toBe("test failed: No such model for ***. Try again, or choose another model.");
    expect(error?.code).toBe("server");
    expect(JSON.stringify(error)).not.toContain(key);
  });

  test("text of no known kind is shown, with where to look", async () => {
    const { errorMessage, error } = await ask("upstream gone");
    expect(errorMessage).toMatch(/upstream gone.*base URL/);
    expect(error?.body).toContain("upstream gone");
  });

  test("JSON of another form than the API has is the server's fault, and told as such", async () => {
    for (const value of [
      "null",
      "[]",
      '{"type":"message_start"}',
      '{"type":"content_block_delta","index":0}',
      '"text"',
    ]) {
      const { errorMessage } = await ask(`data: ${value}\n\n`);
      expect(errorMessage).not.toMatch(/undefined|Cannot read|is not (?:a function|iterable)/);
    }
  });
});
