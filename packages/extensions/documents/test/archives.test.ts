import { gzipSync, zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readCompressed } from "../formats/compressed.ts";
import { readTar } from "../formats/tar.ts";
import { readZip } from "../formats/zip.ts";
import { convert } from "./convert.ts";
import { makeTar, makeZip } from "./make-archive.ts";

const zip = makeZip([
  { name: "docs/" },
  { name: "docs/guide.md", content: "# Guide\n" },
  { name: "src/main.ts", content: "export {};\n", isStored: true },
  { name: "latest", content: "docs/guide.md", mode: 0o120777 },
]);
const tar = makeTar([
  { name: "./docs/", type: "5" },
  { name: "./docs/guide.md", content: "# Guide\n" },
  { name: `${"deep/".repeat(30)}file.txt`, content: "deep\n" },
  { name: "latest", type: "2", target: "docs/guide.md" },
]);

test("R209: a zip is listed, and an entry is read by its path", async () => {
  expect(await convert(readZip, zip, { name: "a.zip" })).toEqual({
    text: "a.zip: 4 entries, 32B unpacked\ndocs/\ndocs/guide.md  8B\nsrc/main.ts  11B\nlatest -> (symbolic link)\n",
    notes: ["Read an entry with the path a.zip:path/in/it"],
  });
  for (const [member, text] of [
    ["docs/guide.md", "# Guide\n"],
    ["./src/main.ts", "export {};\n"],
  ] as const)
    expect((await convert(readZip, zip, { member }))?.content?.bytes.toString()).toBe(text);
  expect((await convert(readZip, zip, { member: "docs" }))?.text).toContain("docs/guide.md  8B");
  expect((await convert(readZip, zip, { member: "docs/" }))?.text).not.toContain("main.ts");
});

test("R209: tar archives, plain and compressed, are read alike", async () => {
  for (const [format, bytes] of [
    [readTar, tar],
    [readCompressed, gzipSync(tar)],
    [readCompressed, zstdCompressSync(tar)],
  ] as const) {
    expect((await convert(format, bytes))?.text).toBe(
      `file: 4 entries, 13B unpacked\ndocs/\ndocs/guide.md  8B\n${"deep/".repeat(30)}file.txt  5B\nlatest -> docs/guide.md\n`,
    );
    const deep = await convert(format, bytes, { member: `${"deep/".repeat(30)}file.txt` });
    expect(deep?.content).toMatchObject({
      name: `file:${"deep/".repeat(30)}file.txt`,
      bytes: Buffer.from("deep\n"),
    });
  }
});

test("a compressed file that is no archive is its content", async () => {
  const log = await convert(readCompressed, gzipSync("line\n"), { name: "logs/app.log.gz" });
  expect(log?.content).toMatchObject({ name: "app.log", bytes: Buffer.from("line\n") });
  await expect(convert(readCompressed, gzipSync("line\n"), { member: "x" })).rejects.toThrow("a single file");
});

test("paths that lead out of an archive are refused, and links are not followed", async () => {
  const evil = makeZip([{ name: "../../etc/passwd", content: "root" }]);
  await expect(convert(readZip, evil, { member: "../../etc/passwd" })).rejects.toThrow(
    'an entry with ".." leads out of the archive, so it is not read',
  );
  expect((await convert(readZip, evil))?.text).toContain("../../etc/passwd  4B");
  expect((await convert(readZip, zip, { name: "a.zip", member: "latest" }))?.text).toBe(
    "[latest is a symbolic link to docs/guide.md; read that entry of a.zip instead]\n",
  );
  expect((await convert(readTar, tar, { member: "latest" }))?.text).toContain("symbolic link to docs/guide.md");
});

test("names that break lines, colour or turn text around are shown with their codes, and can be read so", async () => {
  const names = ["red\u001b[31m.txt", "two\nlines.txt", "rtl\u202egnp.exe"];
  const odd = makeZip(names.map((name) => ({ name, content: "x" })));
  expect((await convert(readZip, odd))?.text).toBe(
    "file: 3 entries, 3B unpacked\nred<U+001B>[31m.txt  1B\ntwo<U+000A>lines.txt  1B\nrtl<U+202E>gnp.exe  1B\n",
  );
  for (const member of ["two<U+000A>lines.txt", "rtl<U+202E>gnp.exe"])
    expect((await convert(readZip, odd, { member }))?.content?.bytes.toString()).toBe("x");
});

test("an entry that unpacks to more than the limit is refused, also if the directory lies about its size", async () => {
  const zeros = Buffer.alloc(33 * 1024 * 1024);
  const honest = makeZip([{ name: "bomb", content: "x", size: 40 * 1024 * 1024 }]);
  await expect(convert(readZip, honest, { member: "bomb" })).rejects.toThrow("bomb is 40.0MB or more unpacked");
  const lying = makeZip([{ name: "bomb", content: zeros, size: 10 }]);
  await expect(convert(readZip, lying, { member: "bomb" })).rejects.toThrow("at most 32.0MB are read");
  const gzip = await convert(readCompressed, gzipSync(zeros, { level: 1 }));
  expect(gzip?.content?.bytes.length).toBe(32 * 1024 * 1024);
  expect(gzip?.notes?.[0]).toContain("Only the first 32.0MB");
});

test("encrypted, damaged, empty and mislabelled archives are explained or left to others", async () => {
  const secret = makeZip([{ name: "a", content: "x", isEncrypted: true }]);
  await expect(convert(readZip, secret, { member: "a" })).rejects.toThrow(
    "a is encrypted with a password. With it, bash can unpack a copy",
  );
  await expect(convert(readZip, zip.subarray(0, 60))).rejects.toThrow("it has no directory");
  await expect(convert(readCompressed, gzipSync(tar).subarray(0, 60))).rejects.toThrow("damaged or cut off");
  await expect(convert(readCompressed, Buffer.from("fd377a585a0000", "hex"))).rejects.toThrow("xz -dc");
  await expect(convert(readZip, zip, { member: "nope/guide.md" })).rejects.toThrow("did you mean docs/guide.md?");
  expect((await convert(readZip, makeZip([])))?.text).toBe("file: 0 entries, 0B unpacked\n");
  for (const format of [readZip, readTar, readCompressed]) {
    expect(await convert(format, "")).toBeUndefined();
    expect(await convert(format, "just text\n")).toBeUndefined();
  }
});

test("a large archive is listed by folder", async () => {
  const many = makeZip(Array.from({ length: 2000 }, (_, index) => ({ name: `d${index % 3}/f${index}`, content: "x" })));
  expect((await convert(readZip, many))?.text).toBe(
    "file: 2000 entries, 2.0KB unpacked\nd0/  667 entries, 667B\nd1/  667 entries, 667B\nd2/  666 entries, 666B\n",
  );
  expect((await convert(readZip, many, { member: "d1", lastLine: 10 }))?.isPartial).toBe(true);
});

test("a directory entry that claims to be longer than the file is damage", async () => {
  const bytes = Buffer.from(zip);
  const entry = bytes.lastIndexOf("PK\x01\x02");
  for (const field of [28, 30, 32]) {
    const longer = Buffer.from(bytes);
    longer.writeUInt16LE(0x3000, entry + field);
    await expect(convert(readZip, longer, {})).rejects.toThrow("the zip directory is damaged");
  }
});

test("damaged archives end in an error or a result", async () => {
  const inputs = [zip, tar, gzipSync(tar)] as const;
  const damage = fc.record({
    input: fc.constantFrom(...inputs),
    at: fc.nat({ max: 2000 }),
    byte: fc.nat({ max: 255 }),
    member: fc.constantFrom(undefined, "docs/guide.md"),
  });
  await fc.assert(
    fc.asyncProperty(damage, async ({ input, at, byte, member }) => {
      const bytes = Buffer.from(input);
      bytes[at % bytes.length] = byte;
      for (const format of [readZip, readTar, readCompressed]) {
        const result = await convert(format, bytes, { member }).catch((error: unknown) => error);
        expect(result === undefined || result instanceof Error || typeof result === "object").toBe(true);
        expect(result).not.toBeInstanceOf(RangeError);
      }
    }),
    { numRuns: 150 },
  );
});
