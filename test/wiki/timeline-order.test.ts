import fc from 'fast-check';
import { orderTimeline } from '../../src/wiki';

const HEAD = '| Date | Event |\n| --- | --- |';
const table = (...rows: readonly string[]): string =>
  `# Timeline\n\nEvents of the ferry.\n\n${HEAD}\n${rows.map((row) => `| ${row} |`).join('\n')}\n\nSee also: [[ferry]]\n`;

describe('the rows of a timeline', () => {
  it('stand in the order of their dates, as exact as these are', () => {
    const rows = [
      '2019 | The ferry is built.[^a-1]',
      'Early 2024 | It is painted.',
      '12 March 2024 | It sinks.',
      'End of March 2024 | It is raised.',
      'March 2024 | It leaks.',
      'By April 2024 | It is sold.',
      'November 2024 | It is named.',
      'Late 2024 | It is insured.',
      '2025-02-03 | It sails.',
      '2025 | Planned: a second ferry.',
    ];
    expect(orderTimeline(table(...rows.slice(5), ...rows.slice(0, 5)))).toBe(table(...rows));
    expect(orderTimeline(table(...rows))).toBe(table(...rows));
  });

  it('that tell only the year, or several, come behind those with a day or month in it', () => {
    const rows = [
      'By 2020 | It is known.',
      '5 February 2020 | It is listed.',
      '1 May 2020 | It sails.',
      'Spring 2020 | It is mended.',
      'November 2020 | It is named.',
      '31 December 2020 | It rests.',
      'December 2020 | It is insured.',
      '2020 or March 2021 | It is full.',
      '2020 | Planned: another.',
      '1 January 2021 | It is sold.',
    ];
    expect(orderTimeline(table(...rows.slice(7), ...rows.slice(0, 7)))).toBe(table(...rows));
  });

  it('keep their order on equal dates, and a row without a date stays behind the one before it', () => {
    expect(orderTimeline(table('May 2020 | B', 'later | C', 'May 2020 | A', 'May 2019 | D', 'June 2020 | E'))).toBe(
      table('May 2019 | D', 'May 2020 | B', 'later | C', 'May 2020 | A', 'June 2020 | E'),
    );
  });

  it('stay the newest first where they are', () => {
    expect(orderTimeline(table('2024 | A', '2022 | B', '2023 | C', '2021 | D'))).toBe(
      table('2024 | A', '2023 | C', '2022 | B', '2021 | D'),
    );
  });

  it('are left alone in code, and where most have no date', () => {
    const code = `\`\`\`\n${HEAD}\n| 2024 | A |\n| 2023 | B |\n\`\`\`\n`;
    expect(orderTimeline(code)).toBe(code);
    const vague = table('Then | A', 'Later | B', '2020 | C', 'Soon | D', '2010 | E');
    expect(orderTimeline(vague)).toBe(vague);
  });

  it('are the same rows, and ordered once', () => {
    const row = fc.tuple(
      fc.constantFrom('2020', 'May 2020', '3 May 2020', 'Late 2019', 'then'),
      fc.constantFrom('A', 'B'),
    );
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), (rows) => {
        const text = table(...rows.map((cells) => cells.join(' | ')));
        const after = orderTimeline(text);
        expect(after.split('\n').sort()).toEqual(text.split('\n').sort());
        expect(orderTimeline(after)).toBe(after);
      }),
    );
  });
});
