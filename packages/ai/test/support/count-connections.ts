import { subscribe, unsubscribe } from "node:diagnostics_channel";

const OPENED = "net.client.socket";

/** How many connections this process tries to open while `work` runs, whether or not anyone answers. */
export async function countConnections<T>(work: () => Promise<T>): Promise<{ result: T; connections: number }> {
  let connections = 0;
  const count = () => {
    connections++;
  };
  subscribe(OPENED, count);
  try {
    return { result: await work(), connections };
  } finally {
    unsubscribe(OPENED, count);
  }
}
