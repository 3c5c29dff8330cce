import { JsonLines } from "../../framing/json-lines.ts";
import { createProtocolStreams, type Protocol } from "../protocol.ts";
import { ChatLineDecoder } from "./decode.ts";
import { buildRequest, type OllamaOptions } from "./request.ts";

/** Ollama's own chat API, which unlike its OpenAI-compatible one accepts the size of the context. */
const protocol: Protocol<"ollama", OllamaOptions, string> = {
  request: buildRequest,
  framing: () => new JsonLines(),
  decoder: (assembler, target) => new ChatLineDecoder(assembler, target),
  fromSimple: (_model, _context, options) => options,
};

export const { stream, streamSimple } = createProtocolStreams(protocol);
