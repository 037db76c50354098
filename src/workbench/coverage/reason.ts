/** Why units of a source are on no page; `used` for those that are. */
export type CoverageReason =
  | 'used'
  | 'boilerplate'
  | 'off-scope'
  | 'already-said'
  | 'navigational'
  /** A limit kept their page from being written. */
  | 'postponed'
  /** The model found no place; the summary lists them under "Further details". */
  | 'unplaced'
  /** A person rejected the change that used them. */
  | 'declined';
