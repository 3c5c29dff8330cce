export { agentEventCoalescing, type Coalescing } from "./coalescing.ts";
export type { Subscriber, SubscriberQueueOptions } from "./subscriber-queue.ts";
export { Subscribers } from "./subscribers.ts";
