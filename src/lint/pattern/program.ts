import { PatternError, type CharTest, type PatternNode } from './parse';

/** One step of a nondeterministic automaton; `next` and `other` are indexes into the program. */
export type Instruction =
  | { readonly op: 'char'; readonly test: CharTest; readonly next: number }
  | { readonly op: 'assert'; readonly what: 'start' | 'end' | 'boundary' | 'no-boundary'; readonly next: number }
  | { readonly op: 'split'; readonly next: number; readonly other: number }
  | { readonly op: 'accept' };

/** What stands beside a position: the end of the line, a letter of a word, or something else. */
export type CharKind = 'edge' | 'word' | 'other';

const MAX_INSTRUCTIONS = 4000;

/**
 * The automaton of a pattern (Thompson's construction). Step 0 is where it begins.
 *
 * @throws PatternProblem when counted repetitions make it too large
 */
export function compileProgram(root: PatternNode): { readonly steps: readonly Instruction[]; readonly first: number } {
  const steps: Instruction[] = [{ op: 'accept' }];
  let work = 0;
  const put = (step: Instruction): number => steps.push(step) - 1;
  // Built from the end to the beginning, so that every step knows what follows it.
  const build = (node: PatternNode, next: number): number => {
    // Counted here and not by steps, since `((){1000}){1000}` makes none.
    if (++work > MAX_INSTRUCTIONS) {
      throw new PatternError('The pattern is too large. Use fewer or shorter repetitions.');
    }
    switch (node.kind) {
      case 'char':
        return put({ op: 'char', test: node.test, next });
      case 'assert':
        return put({ op: 'assert', what: node.what, next });
      case 'sequence':
        return node.items.reduceRight((after, item) => build(item, after), next);
      case 'choice':
        return node.items
          .map((item) => build(item, next))
          .reduceRight((other, one) => put({ op: 'split', next: one, other }));
      case 'repeat': {
        let after = next;
        if (node.max === Infinity) {
          const loop = put({ op: 'split', next, other: next });
          steps[loop] = { op: 'split', next: build(node.item, loop), other: next };
          after = loop;
        } else {
          for (let count = node.min; count < node.max; count++) {
            after = put({ op: 'split', next: build(node.item, after), other: next });
          }
        }
        for (let count = 0; count < node.min; count++) after = build(node.item, after);
        return after;
      }
    }
  };
  const first = build(root, 0);
  return { steps, first };
}

/** Whether an assertion holds between two sides. */
export function assertionHolds(
  what: 'start' | 'end' | 'boundary' | 'no-boundary',
  before: CharKind,
  after: CharKind,
): boolean {
  switch (what) {
    case 'start':
      return before === 'edge';
    case 'end':
      return after === 'edge';
    case 'boundary':
      return (before === 'word') !== (after === 'word');
    case 'no-boundary':
      return (before === 'word') === (after === 'word');
  }
}

export function charKindOf(codePoint: number): CharKind {
  const isWord =
    (codePoint >= 97 && codePoint <= 122) ||
    (codePoint >= 65 && codePoint <= 90) ||
    (codePoint >= 48 && codePoint <= 57) ||
    codePoint === 95;
  return isWord ? 'word' : 'other';
}
