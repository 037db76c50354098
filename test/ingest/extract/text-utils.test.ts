import fc from 'fast-check';
import { parseIsoDate, LineCounter, splitLines, normaliseText } from '../../../src/ingest/extract/text-utils';

describe('text utilities', () => {
  it('the line of an offset is the number of lines up to it, in any order of calls', () => {
    const text = fc
      .array(fc.constantFrom('a', '\n', '\r', '\r\n', '語'), { maxLength: 40 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat(60), { maxLength: 12 }), (source, offsets) => {
        const counter = new LineCounter(source);
        for (const asked of offsets) {
          const offset = Math.min(asked, source.length);
          // A cut inside CRLF would make one line end of it two.
          if (source[offset - 1] === '\r' && source[offset] === '\n') continue;
          expect(counter.lineAt(offset)).toBe(splitLines(source.slice(0, offset)).length);
        }
      }),
    );
  });

  it.each([
    ['2026-04-15', '2026-04-15'],
    ['2026/4/5', '2026-04-05'],
    ['2026-04-15T23:30:00-05:00', '2026-04-16T04:30:00Z'],
    ['2026-04-15 10:00', '2026-04-15'],
    ['2026-02-30', null],
    ['April', null],
    [20260415, null],
  ])('a date is made uniform or rejected: %j', (written, iso) => expect(parseIsoDate(written)).toBe(iso));

  it('invisible characters are removed, and the rest can be written as UTF-8', () => {
    expect(normaliseText('  soft\u00adly \u0000 zero\u200bwidth\ud800 \n end\ufeff')).toBe(
      'softly zerowidth\ufffd end',
    );
  });
});
