import { extracted } from '../support/extract-source';

describe('a source that is made to cost memory', () => {
  it.each([
    ['words', 'a '.repeat(2_000_100), 'big.md', 'Only the first 2000000 words were read.'],
    ['sentences', 'A b. '.repeat(250_100), 'big.txt', 'Only the first 250000 sentences were read.'],
    ['sentences without spaces', '雨。'.repeat(250_100), 'big.md', 'Only the first 250000 sentences were read.'],
    ['lines', 'a\n'.repeat(500_100), 'big.txt', 'Only the first 500000 lines were read.'],
    [
      'blocks of a page',
      '<p>a</p>'.repeat(300_100),
      'big.html',
      'Only the first 300000 paragraphs, items and rows were read.',
    ],
  ])('is read up to a number of %s, and says so', async (_, text, name, note) => {
    const { notes, passages } = await extracted(name, text);
    expect(notes).toContain(note);
    expect(passages.length).toBeGreaterThan(0);
    expect(passages.reduce((sum, passage) => sum + passage.text.length, 0)).toBeLessThan(text.length);
  });

  it('with as much of it as ordinary prose of that size has is read whole', async () => {
    const text = 'The keeper trims the lamp at dusk, and winds the clockwork once more at midnight. '.repeat(20_000);
    expect((await extracted('long.txt', text)).notes).toEqual([]);
  });

  it('as JSON of too many values is refused', async () => {
    for (const text of [`[${'1,'.repeat(1_000_100)}1]`, '1\n'.repeat(1_000_100)]) {
      await expect(extracted('big.json', text)).rejects.toMatchObject({
        code: 'living-wiki:source_too_large',
        message: expect.stringContaining('more than 1000000 values') as string,
      });
    }
  });

  it('as cells that span a hundred columns each is a row of 500 columns', async () => {
    const { notes, passages } = await extracted(
      'wide.html',
      `<table><tr>${'<th colspan=100>a</th>'.repeat(2_000)}</tr><tr>${'<td colspan=100>b</td>'.repeat(2_000)}</tr></table>`,
    );
    expect(notes).toContain('Rows with more than 500 columns were cut after that column.');
    expect(passages.map(({ text }) => text.length)).toEqual(passages.map(() => expect.any(Number) as number));
    expect(Math.max(...passages.map(({ text }) => text.length))).toBeLessThan(5_000);
  });

  it('as names within names asks for no text twice', async () => {
    const depth = 2_000;
    const text = `${'<dfn>'.repeat(depth)}${'word <br>'.repeat(depth)}${'</dfn>'.repeat(depth)}`;
    const { linkTexts } = await extracted('nested.html', `<p>${text}</p>`);
    expect(linkTexts.every((name) => name.length <= 120)).toBe(true);
    expect(linkTexts.length).toBeLessThanOrEqual(2);
  });
});
