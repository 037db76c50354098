import { PatternError, type Assertion, type CharTest, type PatternNode } from './parse';

/** One instruction of a nondeterministic automaton. `next` and `other` are indexes into the program. */
type Instruction =
  | { readonly op: 'char'; readonly test: CharTest; readonly next: number }
  | { readonly op: 'assert'; readonly assertion: Assertion; readonly next: number }
  | { readonly op: 'split'; readonly next: number; readonly other: number }
  | { readonly op: 'accept' };

export interface Program {
  readonly instructions: readonly Instruction[];
  /** Index of the first instruction. */
  readonly start: number;
}

/** What is beside a position: the end of the line, a word character, or another character. */
export type CharKind = 'edge' | 'word' | 'other';

const MAX_INSTRUCTIONS = 4000;

/**
 * Builds the automaton of a pattern (Thompson's construction).
 *
 * @throws PatternError when counted repetitions make it too large
 */
export function compileProgram(root: PatternNode): Program {
  const instructions: Instruction[] = [{ op: 'accept' }];
  let nodes = 0;
  const add = (instruction: Instruction): number => instructions.push(instruction) - 1;
  // From the end to the beginning, so that each instruction knows the next.
  const build = (node: PatternNode, next: number): number => {
    // Count nodes, not instructions: `((){1000}){1000}` makes none.
    if (++nodes > MAX_INSTRUCTIONS) {
      throw new PatternError('The pattern is too large. Use fewer or shorter repetitions.');
    }
    switch (node.kind) {
      case 'char':
        return add({ op: 'char', test: node.test, next });
      case 'assert':
        return add({ op: 'assert', assertion: node.assertion, next });
      case 'sequence':
        return node.items.reduceRight((after, item) => build(item, after), next);
      case 'choice':
        return node.items
          .map((item) => build(item, next))
          .reduceRight((other, one) => add({ op: 'split', next: one, other }));
      case 'repeat': {
        let after = next;
        if (node.max === Infinity) {
          const loop = add({ op: 'split', next, other: next });
          instructions[loop] = { op: 'split', next: build(node.item, loop), other: next };
          after = loop;
        } else {
          for (let count = node.min; count < node.max; count++) {
            after = add({ op: 'split', next: build(node.item, after), other: next });
          }
        }
        for (let count = 0; count < node.min; count++) after = build(node.item, after);
        return after;
      }
    }
  };
  const start = build(root, 0);
  return { instructions, start };
}

export function assertionHolds(assertion: Assertion, before: CharKind, after: CharKind): boolean {
  switch (assertion) {
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
