import { expect, test } from "vitest";
import { imageAttachment } from "../../../../src/modes/interactive/editing/image-attachment.ts";
import { blankPicture } from "../../../core/images/make-image.ts";

test("a large image is attached as it is: the model's limits come later", () => {
  const bytes = Buffer.from(blankPicture(2400, 30));
  expect(imageAttachment(bytes)).toEqual({ type: "image", mimeType: "image/png", data: bytes.toString("base64") });
});

test("what is no image, or too short to be one, is none", () => {
  const cut = Buffer.from(blankPicture(10, 10)).subarray(0, 12);
  expect([imageAttachment(Buffer.from("text")), imageAttachment(cut)]).toEqual([undefined, undefined]);
});
