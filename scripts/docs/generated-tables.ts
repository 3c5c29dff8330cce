import { attackTable } from "./attack-table.ts";
import { batteryTables } from "./battery-table.ts";
import { commandTable, exitCodeTable, flagTables } from "./cli-tables.ts";
import { debugAdapterTable } from "./debug-adapter-table.ts";
import { extensionApiTable, extensionContextTable, extensionEventTable, extensionUiTable } from "./extension-tables.ts";
import { keyTables } from "./key-tables.ts";
import { languageServerTable } from "./language-server-table.ts";
import { packageTable } from "./package-table.ts";
import { providerKeyTable } from "./provider-key-table.ts";
import { rpcCommandTable } from "./rpc-command-table.ts";
import { settingTables } from "./setting-tables.ts";
import { slashCommandTable, themeTable, toolTable } from "./surface-tables.ts";

/** Resolves to all tables of the manual that are generated from the code, by the name that pages use. */
export async function generatedTables(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ["flags", flagTables()],
    ["commands", commandTable()],
    ["exit-codes", exitCodeTable()],
    ["settings", settingTables()],
    ["keys", keyTables()],
    ["slash-commands", slashCommandTable()],
    ["rpc-commands", rpcCommandTable()],
    ["provider-keys", providerKeyTable()],
    ["tools", toolTable()],
    ["themes", themeTable()],
    ["extension-api", extensionApiTable()],
    ["extension-context", extensionContextTable()],
    ["extension-ui", extensionUiTable()],
    ["extension-events", extensionEventTable()],
    ["batteries", await batteryTables()],
    ["language-servers", languageServerTable()],
    ["debug-adapters", debugAdapterTable()],
    ["attacks", attackTable()],
    ["published-packages", await packageTable()],
  ]);
}
