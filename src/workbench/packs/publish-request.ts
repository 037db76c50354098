/** How a wiki is published. */
export interface PublishRequest {
  /** Of the pack: lower-case letters, digits and hyphens. That of the lens when absent. */
  readonly name?: string;
  /** Name of the lens; the wiki's own when absent. */
  readonly lens?: string;
  /** Copies the sources whole instead of the passages that pages quote. */
  readonly withSources?: boolean;
  /** Tokens of the briefing. */
  readonly briefingTokens?: number;
}

export const DEFAULT_BRIEFING_TOKENS = 2_000;
