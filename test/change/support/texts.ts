import * as fc from 'fast-check';

/** Lines from a small alphabet, so that texts share many of them, with every kind of line break. */
const line = fc.constantFrom(
  '',
  'a',
  'b',
  'c',
  '# Title',
  '- item',
  'naïve “quote” 🏳️‍🌈',
  '中文',
  '\t',
  '---',
  'x'.repeat(30),
);

/** A text with `\n`, `\r\n` or both, with or without a last line break. */
export const text = fc
  .record({
    lines: fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n')), { maxLength: 14 }),
    tail: fc.constantFrom('', '', 'end', 'a'),
    mark: fc.constantFrom('', '', '', '\ufeff'),
  })
  .map(({ lines, tail, mark }) => mark + lines.map(([words, end]) => words + end).join('') + tail);

/** A text and edits of it that do not overlap, as offsets. */
export const textWithSplices = text.chain((base) =>
  fc.record({
    base: fc.constant(base),
    splices: fc
      .array(fc.tuple(fc.nat(base.length), fc.constantFrom('', 'a', 'new\n', '## New\n\ntext\n', '\r\n')), {
        maxLength: 8,
      })
      .map((cuts) => {
        const sorted = cuts.sort((a, b) => a[0] - b[0]);
        const splices: { start: number; end: number; text: string }[] = [];
        for (let index = 0; index < sorted.length; index += 2) {
          const [start, words] = sorted[index]!;
          const end = sorted[index + 1]?.[0] ?? start;
          splices.push({ start, end, text: words });
        }
        return splices;
      }),
  }),
);

/** A numbered line, unlike any other. */
export const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `line ${index}\n`);

/** A text of lines that are all different, and two sets of edits of whole lines. */
export const threeWay = fc
  .record({
    count: fc.integer({ min: 1, max: 16 }),
    proposed: fc.array(fc.tuple(fc.nat(15), fc.constantFrom('drop', 'change', 'after')), { maxLength: 4 }),
    current: fc.array(fc.tuple(fc.nat(15), fc.constantFrom('drop', 'change', 'after')), { maxLength: 4 }),
    end: fc.constantFrom('\n', '\r\n'),
    open: fc.boolean(),
  })
  .map(({ count, proposed, current, end, open }) => {
    const lines = Array.from({ length: count }, (_, index) => `line ${index}`);
    const edit = (edits: readonly (readonly [number, string])[], who: string): string => {
      const out: string[] = [];
      lines.forEach((words, index) => {
        const kinds = edits.filter(([at]) => at === index).map(([, kind]) => kind);
        if (kinds.includes('change')) out.push(`${words} by ${who}`);
        else if (!kinds.includes('drop')) out.push(words);
        if (kinds.includes('after')) out.push(`${who} after ${index}`);
      });
      return out.join(end) + (open || out.length === 0 ? '' : end);
    };
    return { base: edit([], ''), proposed: edit(proposed, 'proposed'), current: edit(current, 'current') };
  });
