import type { DescribeEffects, SaidEffects } from "../../../tools/index.ts";
import { remoteAddresses } from "../../batteries/machine-facts.ts";
import type { ToolDefinition, ToolPlace } from "../../contract/index.ts";

type DescribeInPlace = (args: unknown, place: ToolPlace) => ReturnType<DescribeEffects>;

/** Returns the effects that a tool declares for its calls, for the permission policy. */
export function effectsOf(
  definition: Pick<ToolDefinition, "annotations" | "describe"> & { readonly parameters?: unknown },
  isBattery: boolean,
): SaidEffects {
  const { annotations, parameters } = definition;
  const describe: DescribeEffects = (args, cwd) =>
    (definition.describe as DescribeInPlace)(args, { cwd, gitRemotes: () => remoteAddresses(cwd) });
  return {
    isBattery,
    parameters,
    ...(annotations ? { annotations } : {}),
    ...(definition.describe ? { describe } : {}),
  };
}
