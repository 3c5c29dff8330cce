import type { GrammarName } from "./grammar.ts";
import type { BodyStyle } from "./skeleton.ts";

/** How the syntax tree of a language shows what a file defines. All words are node types of the grammar. */
export interface OutlineLanguage {
  readonly name: string;
  readonly grammar: GrammarName;
  readonly extensions: readonly string[];
  /** Definitions without members of interest, such as functions. */
  readonly definitions: ReadonlySet<string>;
  /** Definitions that hold others, such as classes. */
  readonly containers: ReadonlySet<string>;
  /** Nodes around definitions that are not shown themselves. */
  readonly wrappers: ReadonlySet<string>;
  readonly bodies: BodyStyle;
}

type Row = readonly [
  name: string,
  grammar: GrammarName,
  extensions: string,
  definitions: string,
  containers: string,
  wrappers: string,
];

const SCRIPT_DEFINITIONS =
  "function_declaration generator_function_declaration function_signature type_alias_declaration enum_declaration lexical_declaration variable_declaration method_definition method_signature abstract_method_signature public_field_definition field_definition";
const SCRIPT_CONTAINERS = "class_declaration abstract_class_declaration interface_declaration internal_module module";
const SCRIPT_WRAPPERS =
  "program export_statement ambient_declaration expression_statement class_body interface_body statement_block";

const ROWS: readonly Row[] = [
  ["typescript", "typescript", "ts mts cts", SCRIPT_DEFINITIONS, SCRIPT_CONTAINERS, SCRIPT_WRAPPERS],
  ["tsx", "tsx", "tsx", SCRIPT_DEFINITIONS, SCRIPT_CONTAINERS, SCRIPT_WRAPPERS],
  ["javascript", "javascript", "js mjs cjs jsx", SCRIPT_DEFINITIONS, SCRIPT_CONTAINERS, SCRIPT_WRAPPERS],
  ["python", "python", "py pyi", "function_definition", "class_definition", "module block decorated_definition"],
  [
    "go",
    "go",
    "go",
    "function_declaration method_declaration type_declaration const_declaration var_declaration",
    "",
    "source_file",
  ],
  [
    "rust",
    "rust",
    "rs",
    "function_item function_signature_item struct_item enum_item union_item const_item static_item type_item macro_definition",
    "impl_item trait_item mod_item",
    "source_file declaration_list",
  ],
  [
    "java",
    "java",
    "java",
    "method_declaration constructor_declaration field_declaration enum_constant",
    "class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration",
    "program class_body interface_body enum_body enum_body_declarations",
  ],
  [
    "c and c++",
    "cpp",
    "c h cc cpp cxx hh hpp hxx",
    "function_definition declaration type_definition enum_specifier field_declaration alias_declaration",
    "struct_specifier class_specifier union_specifier namespace_definition",
    "translation_unit declaration_list field_declaration_list template_declaration linkage_specification preproc_ifdef preproc_if preproc_else",
  ],
  [
    "c#",
    "c-sharp",
    "cs",
    "method_declaration constructor_declaration property_declaration field_declaration delegate_declaration enum_declaration event_field_declaration",
    "class_declaration interface_declaration struct_declaration record_declaration namespace_declaration file_scoped_namespace_declaration",
    "compilation_unit declaration_list",
  ],
  [
    "php",
    "php",
    "php",
    "function_definition method_declaration const_declaration property_declaration",
    "class_declaration interface_declaration trait_declaration enum_declaration namespace_definition",
    "program declaration_list compound_statement enum_declaration_list",
  ],
  ["ruby", "ruby", "rb rake", "method singleton_method", "class module", "program body_statement"],
  ["bash", "bash", "sh bash", "function_definition", "", "program"],
  [
    "powershell",
    "powershell",
    "ps1 psm1",
    "function_statement class_method_definition class_property_definition enum_statement",
    "class_statement",
    "program statement_list",
  ],
  ["css", "css", "css", "rule_set keyframes_statement", "media_statement supports_statement", "stylesheet block"],
];

const BODIES: Readonly<Partial<Record<GrammarName, BodyStyle>>> = { python: "indent", ruby: "end" };

const words = (text: string) => new Set(text.split(" ").filter((word) => word !== ""));

export const LANGUAGES: readonly OutlineLanguage[] = ROWS.map(
  ([name, grammar, extensions, definitions, containers, wrappers]) => ({
    name,
    grammar,
    extensions: extensions.split(" "),
    definitions: words(definitions),
    containers: words(containers),
    wrappers: words(wrappers),
    bodies: BODIES[grammar] ?? "braces",
  }),
);

/** Returns the language of a file by its extension, if its syntax is known. */
export function outlineLanguage(path: string): OutlineLanguage | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const extension = name.slice(name.lastIndexOf(".") + 1);
  return LANGUAGES.find(({ extensions }) => extensions.includes(extension));
}
