/** How the title of a callout about two statements that disagree says what a person decided. */
export const SETTLED_TITLES = {
  current: 'The statement above is kept, as you decided.',
  proposed: 'This is kept, as you decided.',
  both: 'Both are kept, as you decided.',
} as const;
