import { type Options, options } from "../cli/options/options.ts";
import { parseArguments } from "../cli/options/parse-arguments.ts";
import { errorText } from "../core/error-text.ts";

/** Without extensions, only the built-in modes are valid. */
const PI_OPTIONS = { ...options, mode: { ...options.mode, kind: "choice" } } as const;

/** A parsed command line: the options under pi's names, and all other arguments. */
export interface Args extends Omit<Options, "extension" | "skill" | "promptTemplate" | "theme" | "listModels"> {
  readonly extensions?: readonly string[] | undefined;
  readonly skills?: readonly string[] | undefined;
  readonly promptTemplates?: readonly string[] | undefined;
  readonly themes?: readonly string[] | undefined;
  readonly listModels?: string | true | undefined;
  readonly projectTrustOverride?: boolean | undefined;
  readonly messages: string[];
  readonly fileArgs: string[];
  /** Options that may belong to an extension, without their dashes. */
  readonly unknownFlags: Map<string, boolean | string>;
  readonly diagnostics: { type: "warning" | "error"; message: string }[];
}

/** Parses arguments like `tau`. Returns problems as diagnostics instead of throwing. */
export function parseArgs(args: string[]): Args {
  try {
    const { options: values, messages, files, unknown } = parseArguments(PI_OPTIONS, args);
    const { extension, skill, promptTemplate, theme, approve, noApprove, ...rest } = values;
    return {
      ...rest,
      extensions: extension,
      skills: skill,
      promptTemplates: promptTemplate,
      themes: theme,
      ...(approve || noApprove ? { projectTrustOverride: approve === true } : {}),
      messages: [...messages],
      fileArgs: [...files],
      unknownFlags: new Map([...unknown].map(([flag, value]) => [flag.replace(/^-+/, ""), value])),
      diagnostics: [],
    };
  } catch (error) {
    const message = errorText(error);
    const nothing = { messages: [], fileArgs: [], unknownFlags: new Map<string, boolean | string>() };
    return { ...nothing, diagnostics: [{ type: "error", message }] };
  }
}
