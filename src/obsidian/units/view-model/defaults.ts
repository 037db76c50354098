/** What the dialog begins with. */
export interface DeliberateDefaults {
  readonly question?: string;
  /** Sources and pages, as the person would enter them. */
  readonly texts?: readonly string[];
}
