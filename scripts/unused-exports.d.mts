/**
 * @param root the folder of the repository
 * @returns what its `src` exports and nothing needs, each as `src/room/file.ts: name`
 */
export function unusedExports(root: string): string[];
