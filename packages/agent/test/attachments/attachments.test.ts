import { expect, test } from "vitest";
import { Agent, type Attachment, attachmentsToContent, defaultConvertToLlm } from "../../src/index.ts";
import { user } from "../support/events.ts";
import { model, says, scripted } from "../support/scripted-model.ts";

const picture: Attachment = {
  id: "1",
  type: "image",
  fileName: "a.png",
  mimeType: "image/png",
  size: 2,
  content: "aGk=",
};
const report: Attachment = {
  id: "2",
  type: "document",
  fileName: "r.pdf",
  mimeType: "application/pdf",
  size: 9,
  content: "JVBERg==",
  extractedText: "Sales rose.",
  preview: "aGk=",
};
const { extractedText: _text, ...scan } = report;

test("P-LOOP-54 images become image blocks, documents text blocks, and attachments is gone", async () => {
  const { streamFn, requests } = scripted([says("A")]);
  const agent = new Agent({ streamFn, initialState: { model } });
  await agent.prompt("Compare", [picture, report]);
  expect(requests[0]?.context.messages).toEqual([
    {
      role: "user",
      content: [says("Compare"), { type: "image", data: "aGk=", mimeType: "image/png" }, says("Sales rose.")],
      timestamp: expect.any(Number),
    },
  ]);
  expect(agent.state.messages[0]).toMatchObject({ content: [says("Compare")], attachments: [picture, report] });
});

test("P-LOOP-55 a document without extracted text adds no block", () => {
  const message = { role: "user" as const, content: "Read", attachments: [scan], timestamp: 1 };
  expect(attachmentsToContent(message)).toEqual({ role: "user", content: "Read", timestamp: 1 });
});

test("text content becomes a block first; the message itself is not changed", () => {
  const message = { role: "user" as const, content: "Read", attachments: [report], timestamp: 1 };
  expect(attachmentsToContent(message)).toEqual({
    role: "user",
    content: [says("Read"), says("Sales rose.")],
    timestamp: 1,
  });
  expect(message.attachments).toEqual([report]);
});

test("a message without attachments passes as it is", () => {
  const message = user("Hi");
  expect(defaultConvertToLlm([message])[0]).toBe(message);
});
