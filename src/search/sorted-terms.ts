import { checkpoint, compareText, type Run } from '../base';

/** How many terms are sorted between two looks at whether the host waits. */
const SLICE = 2_000;

/** Terms in order, in lists by how they begin: sorting all of them at once would keep the host waiting. */
export async function sortedTerms(terms: Iterable<string>, run: Run): Promise<readonly (readonly string[])[]> {
  const byStart = new Map<string, string[]>();
  let seen = 0;
  for (const term of terms) {
    const start = term.slice(0, 2);
    const list = byStart.get(start);
    if (list === undefined) byStart.set(start, [term]);
    else list.push(term);
    seen += 1;
    if (seen % SLICE === 0) await checkpoint(run);
  }
  const lists: string[][] = [];
  for (const [, list] of [...byStart].sort(([a], [b]) => compareText(a, b))) {
    lists.push(list.sort(compareText));
    await checkpoint(run);
  }
  return lists;
}
