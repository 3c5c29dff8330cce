export { CombinedAutocompleteProvider } from "./combined-provider.ts";
export type { ListFiles } from "./list-files.ts";
export type {
  AutocompleteItem,
  AutocompleteProvider,
  AutocompleteSuggestions,
  SlashCommand,
} from "./provider.ts";
