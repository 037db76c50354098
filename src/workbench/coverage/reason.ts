/** Why units of a source are on no page, in the order in which a person may want to take them up. */
export const LEFT_REASONS = [
  /** A limit kept their page from being written. */
  'postponed',
  /** A person rejected the change that used them. */
  'declined',
  /** The model found no place; the summary lists them under "Further details". */
  'unplaced',
  'off-scope',
  'already-said',
  'navigational',
  'boilerplate',
] as const;

/** Why units of a source are on no page; `used` for those that are. */
export type CoverageReason = 'used' | (typeof LEFT_REASONS)[number];
