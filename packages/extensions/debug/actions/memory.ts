import type { DebugProtocol } from "@vscode/debugprotocol";
import { DebugError } from "../debug-error.ts";
import { memoryText } from "../text/memory-text.ts";
import { shownPath } from "../text/place-text.ts";
import { type DebugCall, limits, missing, needed, type Outcome } from "./call.ts";

const MOST_BYTES = 4096;
const MOST_INSTRUCTIONS = 500;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export async function readMemory(call: DebugCall): Promise<Outcome> {
  const needs = "memory_reference and count";
  const memoryReference = needed(call, "memory_reference", needs);
  const count = needed(call, "count", needs);
  if (!Number.isInteger(count) || count < 1 || count > MOST_BYTES)
    throw new DebugError("bad-argument", `count must be from 1 to ${MOST_BYTES}.`);
  const session = call.sessions.require();
  session.require("supportsReadMemoryRequest", "reading memory");
  const args = { memoryReference, count, ...offsetOf(call) };
  const body = await session.request<DebugProtocol.ReadMemoryResponse["body"]>("readMemory", args, limits(call));
  const bytes = Buffer.from(body?.data ?? "", "base64");
  const missed = body?.unreadableBytes ? `\n${body.unreadableBytes} bytes after these cannot be read.` : "";
  if (bytes.length === 0) return { text: `Nothing can be read at ${memoryReference}.${missed}` };
  return { text: `${memoryText(bytes, body?.address ?? memoryReference)}${missed}` };
}

export async function writeMemory(call: DebugCall): Promise<Outcome> {
  const needs = "memory_reference and data";
  const memoryReference = needed(call, "memory_reference", needs);
  const data = needed(call, "data", needs);
  if (!BASE64.test(data)) throw new DebugError("bad-argument", "data must be base64.");
  const session = call.sessions.require();
  session.require("supportsWriteMemoryRequest", "writing memory");
  const { allow_partial: allowPartial } = call.params;
  const args = { memoryReference, data, ...offsetOf(call), ...(allowPartial === undefined ? {} : { allowPartial }) };
  const body = await session.request<DebugProtocol.WriteMemoryResponse["body"]>("writeMemory", args, limits(call));
  const written = body?.bytesWritten ?? Buffer.from(data, "base64").length;
  return { text: `Wrote ${written} bytes at ${memoryReference}${body?.offset ? ` + ${body.offset}` : ""}.` };
}

export async function disassemble(call: DebugCall): Promise<Outcome> {
  const { params } = call;
  const needs = "instruction_count and a memory_reference or instruction_reference";
  const instructionCount = needed(call, "instruction_count", needs);
  const memoryReference = params.memory_reference ?? params.instruction_reference;
  if (memoryReference === undefined) throw missing("disassemble", needs);
  if (!Number.isInteger(instructionCount) || instructionCount < 1 || instructionCount > MOST_INSTRUCTIONS)
    throw new DebugError("bad-argument", `instruction_count must be from 1 to ${MOST_INSTRUCTIONS}.`);
  const session = call.sessions.require();
  session.require("supportsDisassembleRequest", "disassembling");
  const { instruction_offset: instructionOffset, resolve_symbols: resolveSymbols = true } = params;
  const args = {
    ...{ memoryReference, instructionCount, resolveSymbols, ...offsetOf(call) },
    ...(instructionOffset === undefined ? {} : { instructionOffset }),
  };
  const body = await session.request<DebugProtocol.DisassembleResponse["body"]>("disassemble", args, limits(call));
  const lines = (body?.instructions ?? []).map(({ address, symbol, instruction, location, line }) => {
    const place = location?.path && line !== undefined ? `  ; ${shownPath(location.path, call.cwd)}:${line}` : "";
    return `${address}${symbol ? ` <${symbol}>` : ""}  ${instruction}${place}`;
  });
  return { text: lines.join("\n") || `Nothing can be disassembled at ${memoryReference}.` };
}

function offsetOf({ params }: DebugCall): { offset?: number } {
  return params.offset === undefined ? {} : { offset: params.offset };
}
