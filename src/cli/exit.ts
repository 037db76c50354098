/** What the exit status says. Source: docs/cli.md, "Exit status". */
export const EXIT = {
  /** The command did what was asked. */
  done: 0,
  /** Findings of severity error, a blocked or conflicting change, or a source that failed; the rest was done. */
  findings: 1,
  /** Usage or configuration. */
  usage: 2,
  /** The rules for the model wait for a person's approval, so nothing that writes was started. */
  approval: 3,
} as const;

export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];
