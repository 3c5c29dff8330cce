import type { Refusal } from "../../permission/permit.ts";
import type { DescribeEffects } from "../../tools/describe-call.ts";

/** Decides about an effect of one call, as the policy and the user decide about the call itself. */
export type PermitEffects = (effects: ReturnType<DescribeEffects>) => Promise<Refusal>;

/** The tool calls that run now. A tool asks here about effects that become known only while it runs. */
export class RunningCalls {
  private readonly calls = new Map<string, PermitEffects>();

  begin(callId: string, permit: PermitEffects): void {
    this.calls.set(callId, permit);
  }

  end(callId: string): void {
    this.calls.delete(callId);
  }

  async permit(callId: string, effects: ReturnType<DescribeEffects>): Promise<Refusal> {
    const permit = this.calls.get(callId);
    return permit ? await permit(effects) : { reason: "The call has ended." };
  }
}
