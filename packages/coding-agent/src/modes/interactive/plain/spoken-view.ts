import type { Component } from "@tau/tui";

/** What a view says in words instead of by colour and position: who speaks, and how it ended. */
export interface SpokenView extends Component {
  /** More text will come. Incomplete text is not read yet. */
  readonly isLive?: boolean;
  /** Read before the view, such as `You`. */
  readonly speaker?: string;
  /** Read after the view, such as `failed`. */
  readonly outcome?: string | undefined;
}
