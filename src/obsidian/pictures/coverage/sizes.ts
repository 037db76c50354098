/** Pixels of the grid. The style sheet has the same. */
export const SIZES = { row: 28, column: 36, name: 230, mark: 190, head: 190 } as const;
