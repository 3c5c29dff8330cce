/**
 * What a stream costs as a model sends it, in shares of a core: headings, lists, code and tables at a steady rate, drawn
 * under a transcript. The same timers without a screen show what the clock of this bench takes by itself.
 * Run: node --conditions=@tau/source packages/tui/bench/paced.ts
 */
import { cpuSince } from "./support/cpu-since.ts";
import { deltas } from "./support/markdown-stream.ts";
import { fullscreen, regular, screenOver } from "./support/screen-over.ts";

const PER_SECOND = 200;
const SECONDS = Number(process.env.PACED_SECONDS ?? 20);
const PARTS = 4;

/** The share of a core that each quarter took. */
async function paced(take: () => void): Promise<number[]> {
  const count = (PER_SECOND * SECONDS) / PARTS;
  const shares: number[] = [];
  for (let part = 0; part < PARTS; part++) {
    const cpu = process.cpuUsage();
    const began = performance.now();
    for (let delta = 1; delta <= count; delta++) {
      take();
      const due = began + (delta * 1000) / PER_SECOND;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    }
    shares.push(cpuSince(cpu) / 1000 / (performance.now() - began));
  }
  return shares;
}

async function drawn(create: typeof regular | typeof fullscreen): Promise<number[]> {
  const { tui, message } = screenOver(10_000, create);
  const source = deltas();
  const shares = await paced(() => {
    message.appendText(source.next().value ?? "");
    tui.requestRender();
  });
  tui.stop();
  return shares;
}

const percent = (share = 0) => `${(share * 100).toFixed(1)} %`;

console.log(`${PER_SECOND} deltas/s for ${SECONDS} s:`);
const idle = await paced(() => undefined);
console.log(`timers alone: ${percent(idle[PARTS - 1])} of a core`);
for (const [name, create] of Object.entries({ regular, fullscreen })) {
  const shares = await drawn(create);
  const mean = shares.reduce((sum, share) => sum + share, 0) / PARTS;
  const ends = `${percent(shares[0])} at the start, ${percent(shares[PARTS - 1])} at the end`;
  console.log(`${name}: ${percent(mean)} of a core; ${ends}`);
}
