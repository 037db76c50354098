import fc from 'fast-check';
import { citingStatements } from '../../src/ingest/model-run/citing-statements';
import { bearsOut, excerptFor, shortExcerpt } from '../../src/markdown';

const OPENING =
  'A provision for the sale of the vacant lands of the United States is particularly urged, among other reasons, by the important considerations that they are pledged as a fund for reimbursing the public debt';
const MIDDLE =
  'that if timely and judiciously applied they may save the necessity of burthening our citizens with new taxes for the extinguishment of the principal; that the surveys of the northern district have been begun and those of the southern put off; that a second office may be wanted at Pittsburgh before the year is out';
const END =
  'and that being free to discharge the principal but in a limited proportion of 5 in 100, no opportunity ought to be lost for availing the public of its right.';
const LONG = `${OPENING}; ${MIDDLE}; ${END}`;

describe('the excerpt of a long passage', () => {
  it('is around what the sentence rests on, from one pause to another', () => {
    const { quote, cutBefore } = excerptFor(LONG, ['Only 5 in 100 of the principal might be discharged.']);
    expect(quote).toContain('a limited proportion of 5 in 100');
    expect(quote).toMatch(/^that /);
    expect([cutBefore, quote.length <= 420]).toEqual([true, true]);
    expect(excerptFor(LONG, ['The sale of vacant lands is urged to reimburse the debt.'])).toMatchObject({
      cutBefore: false,
      cutAfter: true,
    });
  });

  it('covers two sentences that rest on different parts of it', () => {
    const claims = ['The sale of vacant lands is urged.', 'Only 5 in 100 of the principal may be discharged.'];
    const { quote } = excerptFor(LONG, claims);
    expect(quote).toContain('the sale of the vacant lands');
    expect(quote).toContain('5 in 100');
    expect(bearsOut(quote, LONG, claims)).toBe(true);
    expect(bearsOut(excerptFor(LONG, [claims[0] ?? '']).quote, LONG, claims)).toBe(false);
  });

  it('is all of a passage that is short, and the beginning for nobody in particular', () => {
    expect(excerptFor(OPENING, ['The sale is urged.'])).toEqual({ quote: OPENING, cutBefore: false, cutAfter: false });
    expect(LONG.startsWith(excerptFor(LONG).quote)).toBe(true);
    expect(excerptFor(LONG).quote.length).toBeLessThanOrEqual(420);
  });

  const word = fc.constantFrom('canal', 'water', 'the', 'of', 'lock', 'Hembury', 'reservoir', 'was', 'opened', 'by');
  const pause = fc.constantFrom(' ', ' ', ' ', ', ', '; ', '. ');
  const words = fc
    .array(fc.tuple(word, pause), { minLength: 0, maxLength: 220 })
    .map((parts) => parts.map(([each, stop]) => each + stop).join(''));

  it('is a run of the passage that has the figure of the sentence', () => {
    fc.assert(
      fc.property(words, words, fc.integer({ min: 10, max: 9999 }), words, (before, after, figure, claim) => {
        const text = `${before}${figure} boats ${after}`.trim();
        const { quote, cutBefore, cutAfter } = excerptFor(text, [`${claim.slice(0, 120)} ${figure}`]);
        expect(text).toContain(quote);
        expect(quote.split(/[^\d]+/)).toContain(String(figure));
        expect(quote.length).toBeLessThanOrEqual(1100);
        expect([text.startsWith(quote), text.endsWith(quote)]).toEqual([!cutBefore, !cutAfter]);
        expect(` ${text} `).toMatch(new RegExp(`\\s${quote.replace(/[.]/g, '\\.')}[\\s.,;]`));
      }),
    );
  });
});

it('a sentence without a mark counts with the marked one after it in its paragraph', () => {
  const found = citingStatements(['One is told. Two is told.{1.2}\n\nAlone.\n\n- Three.{1.3, 1.2}', 'Four.{1.3}']);
  expect(Object.fromEntries(found)).toEqual({
    '1.2': ['One is told. Two is told.', 'Three.'],
    '1.3': ['Three.', 'Four.'],
  });
});

describe('a short excerpt', () => {
  const TEXT =
    'Because the board of the ferry had made this work a priority and had paid for it, which was made possible by the generous gift of 900 pounds from the Hallow Bank in 1924 that was kept for boats, the master can be on board every day of the week and leave the office to others';

  it('is cut at words, around what is disputed', () => {
    const short = shortExcerpt(TEXT, 'Whether the Hallow Bank made its gift of 900 pounds in 1923 or in 1924', 120);
    expect(short.length).toBeLessThanOrEqual(120);
    expect(short).toContain('900 pounds from the Hallow Bank in 1924');
    expect(short).toMatch(/^… .* …$/);
  });

  it('has only whole words of the text, and leaves a short one as it is', () => {
    const word = fc.stringMatching(/^[a-z]{1,12}[,.]?$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 30, maxLength: 80 }), fc.array(word), (words, about) => {
        const text = words.join(' ');
        const short = shortExcerpt(text, about.join(' '), 100);
        expect(short.length).toBeLessThanOrEqual(100);
        const kept = short.replace(/^… | …$/g, '').replace(/…$/, '');
        expect(` ${text} `.replace(/[,.]/g, '')).toContain(` ${kept.replace(/[,.]/g, '')} `);
      }),
    );
    expect(shortExcerpt('The fare is due.', 'fare', 100)).toBe('The fare is due.');
  });
});
