import { PatternProblem } from './parse';
import type { CharTest, Node } from './parse';

/** One step of a nondeterministic automaton; `next` and `other` are indexes into the program. */
export type Step =
  | { readonly op: 'char'; readonly test: CharTest; readonly next: number }
  | { readonly op: 'assert'; readonly what: 'start' | 'end' | 'boundary' | 'no-boundary'; readonly next: number }
  | { readonly op: 'split'; readonly next: number; readonly other: number }
  | { readonly op: 'accept' };

/** What stands beside a position: the end of the line, a letter of a word, or something else. */
export type Side = 'edge' | 'word' | 'other';

const mostSteps = 4000;

/**
 * The automaton of a pattern (Thompson's construction). Step 0 is where it begins.
 *
 * @throws PatternProblem when counted repetitions make it too large
 */
export function compileSteps(root: Node): { readonly steps: readonly Step[]; readonly first: number } {
  const steps: Step[] = [{ op: 'accept' }];
  let work = 0;
  const put = (step: Step): number => steps.push(step) - 1;
  // Built from the end to the beginning, so that every step knows what follows it.
  const build = (node: Node, next: number): number => {
    // Counted here and not by steps, since `((){1000}){1000}` makes none.
    if (++work > mostSteps) {
      throw new PatternProblem('Unexpected size of the pattern, expected fewer or shorter repetitions');
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
export function holds(what: 'start' | 'end' | 'boundary' | 'no-boundary', before: Side, after: Side): boolean {
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

export function sideOf(codePoint: number): Side {
  const isWord =
    (codePoint >= 97 && codePoint <= 122) ||
    (codePoint >= 65 && codePoint <= 90) ||
    (codePoint >= 48 && codePoint <= 57) ||
    codePoint === 95;
  return isWord ? 'word' : 'other';
}
