import type { Component } from "@tau/tui";

/** What a view says of itself where colour and place cannot: who speaks, and how it ended. */
export interface SpokenView extends Component {
  /** More of it will come; what is not complete yet is not read out. */
  readonly isLive?: boolean;
  /** Said before it, as `You`. */
  readonly speaker?: string;
  /** Said after it, as `failed`. */
  readonly outcome?: string | undefined;
}
