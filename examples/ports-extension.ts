/**
 * An extension on the ports: a tool that counts lines with a program of the system, notes under URLs of their own, a reader for CSV
 * files, and numbered lines. Run it with: tau -e examples/ports-extension.ts
 */
import type { ExtensionAPI } from "@tau/coding-agent";
import { Type } from "typebox";

export default function (pi: ExtensionAPI) {
  const notes = new Map([["welcome", "Notes live here.\nWrite to notes://<name> to add one.\n"]]);

  pi.urls.register({
    scheme: "notes",
    description: "Notes of this session",
    read({ host }) {
      if (host === "") return { entries: [...notes.keys()].map((name) => ({ name })) };
      const text = notes.get(host);
      if (text === undefined) throw new Error(`There is no note ${host}. There are: ${[...notes.keys()].join(", ")}.`);
      return { text };
    },
    write: ({ host }, content) => void notes.set(host, content),
    complete: (typed) => [...notes.keys()].map((name) => `notes://${name}`).filter((url) => url.startsWith(typed)),
  });

  pi.readers.register({
    name: "csv",
    extensions: [".csv"],
    read: ({ bytes }) => ({ text: Buffer.from(bytes).toString("utf8").replaceAll(",", " | ") }),
  });

  pi.decorators.register({
    name: "numbers",
    decorate: (lines, { tool }) =>
      lines.map(({ number, text }) => (tool === "read" ? `${String(number).padStart(4)}  ${text}` : text)),
  });

  pi.registerTool({
    name: "count_lines",
    label: "Count lines",
    description: "Counts the lines of a text with wc.",
    parameters: Type.Object({ text: Type.String() }),
    async execute(_id, { text }, signal) {
      const counting = await pi.processes.start("wc", ["-l"], { ...(signal && { signal }), maxOutputBytes: 1000 });
      counting.stdin.end(text);
      const sink = await pi.artifacts.open("count_lines");
      for await (const chunk of counting.stdout) sink.append(chunk as Buffer);
      return { content: [{ type: "text", text: sink.finish().text.trim() }], details: {} };
    },
  });
}
