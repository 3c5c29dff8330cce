import type { TSchema } from "typebox";
import { ExtensionHostError } from "../extension-host-error.ts";

/** A schema of another library that follows the Standard Schema interface. */
interface StandardSchema {
  readonly "~standard": {
    readonly vendor: string;
    validate(value: unknown): ValidationResult | Promise<ValidationResult>;
    readonly jsonSchema?: { input(options: { target: string }): object };
  };
  toJSONSchema?(options: { io: "input" }): object;
}

type ValidationResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { key: PropertyKey })[];
      }[];
    };

interface ZodModule {
  toJSONSchema?(schema: unknown, options: { io: "input" }): object;
}

export interface ReadSchema {
  /** JSON Schema, which is sent to the model and validates every call. */
  readonly schema: TSchema;
  /** Applies what JSON Schema cannot express: refinements, defaults, transforms. Rejects if the value is invalid. */
  readonly parse?: (value: unknown) => Promise<unknown>;
}

/**
 * Reads parameters in any supported notation: TypeBox and JSON Schema are used as they are;
 * Zod 4 and similar schemas are translated by their own library.
 */
export function readSchema(given: unknown, zod: () => unknown): ReadSchema {
  if (given === undefined) return { schema: { type: "object", properties: {} } as TSchema };
  if (!isStandardSchema(given)) return { schema: given as TSchema };
  const { $schema: _, ...schema } = toJsonSchema(given, zod) as { $schema?: string };
  return {
    schema: schema as TSchema,
    parse: async (value) => {
      const result = await given["~standard"].validate(value);
      if (result.issues === undefined) return result.value;
      const problems = result.issues.map(({ message, path = [] }) => `- /${path.map(keyOf).join("/")}: ${message}`);
      throw new ExtensionHostError("invalid-arguments", ["Invalid arguments:", ...problems].join("\n"));
    },
  };
}

function toJsonSchema(schema: StandardSchema, zod: () => unknown): object {
  const { jsonSchema, vendor } = schema["~standard"];
  if (jsonSchema) return jsonSchema.input({ target: "draft-2020-12" });
  if (schema.toJSONSchema) return schema.toJSONSchema({ io: "input" });
  // Earlier releases of Zod 4 translate with a function of the module.
  const translate = "_zod" in schema ? (zod() as ZodModule).toJSONSchema : undefined;
  if (translate) return translate(schema, { io: "input" });
  throw new ExtensionHostError(
    "invalid-registration",
    `A schema of ${vendor} cannot be translated to JSON Schema. Use Zod 4, TypeBox or JSON Schema.`,
  );
}

function isStandardSchema(given: unknown): given is StandardSchema {
  const isThing = (typeof given === "object" && given !== null) || typeof given === "function";
  return isThing && "~standard" in given;
}

function keyOf(part: PropertyKey | { key: PropertyKey }): string {
  return String(typeof part === "object" ? part.key : part);
}
