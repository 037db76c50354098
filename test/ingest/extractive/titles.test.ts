import { chooseTitle } from '../../../src/ingest/extractive/curator';
import { type Source } from '../../../src/wiki';
import { extracted } from '../support/extract-source';

async function titleOf(name: string, html: string): Promise<string> {
  const path = `sources/${name}.html`;
  const source = { path, id: name, title: name } as Source;
  return chooseTitle({ source, text: await extracted(path, html) });
}

const page = (title: string, heading: string): string =>
  `<html><head><title>${title}</title></head><body><h1>${heading}</h1><p>The text of the page.</p></body></html>`;

describe('the title of a web page', () => {
  it.each([
    ['A Brief History', 'Chapter 1. Introduction', 'Chapter 1. Introduction (A Brief History)'],
    ['A Brief History', 'Chapter 2.  Leadership', 'Chapter 2. Leadership (A Brief History)'],
    ['Laser survey – Northern Board', 'Laser survey', 'Laser survey'],
    ['Annual report 2009 | Ashlock Canal Trust', 'Annual report 2009', 'Annual report 2009'],
    ['Laser survey of the tower', 'Laser survey', 'Laser survey of the tower'],
    ['Survey', 'The survey of 2026', 'The survey of 2026'],
    ['', 'Only a heading', 'Only a heading'],
  ])('of <title> %j and heading %j is %j', async (title, heading, expected) => {
    expect(await titleOf('ch01', page(title, heading))).toBe(expected);
  });

  it('without either comes from the file name, without its number', async () => {
    expect(await titleOf('04-social-contract', '<p>We will keep the system free, and we say so here.</p>')).toBe(
      'Social contract',
    );
  });
});

describe('the title of a JSON file', () => {
  const teams = '{%"teams": [{"name": "Leith Rovers"}, {"name": "Yeo United"}]}';
  it.each([
    ['the file name, not a key', teams.replace('%', ''), 'League, 2026'],
    ['its own', teams.replace('%', '"title": "The league", '), 'The league'],
  ])('is %s', async (_, json, expected) => {
    const path = 'sources/league-2026.json';
    const source = { path, id: 'league-2026', title: 'league-2026' } as Source;
    expect(chooseTitle({ source, text: await extracted(path, json) })).toBe(expected);
  });
});

it('a title that a text shouts is in the case of the text, and a word that is always in capitals keeps them', async () => {
  const path = 'sources/survey.txt';
  const source = { path, id: 'survey', title: 'survey' } as Source;
  const text =
    'CONDITION SURVEY OF THE SKERRY POINT LED LAMP\n\nThe LED lamp of Skerry Point was looked at in a survey of the tower.\n';
  expect(chooseTitle({ source, text: await extracted(path, text) })).toBe(
    'Condition survey of the Skerry Point LED lamp',
  );
});

it.each([
  ['arthur-pugh-interview', 'Nell Harker talks to Arthur Pugh. Arthur Pugh was born in 1927.', 'Arthur Pugh interview'],
  ['report-on-halden-light', 'The keeper of Halden Light wrote it.', 'Report on Halden Light'],
  ['lock-register', 'Lock register of the canal. The lock register has 23 rows.', 'Lock register'],
])('a title from the file name %j has the names as the text writes them', async (stem, text, expected) => {
  const path = `sources/${stem}.txt`;
  const source = { path, id: stem, title: stem } as Source;
  expect(chooseTitle({ source, text: await extracted(path, `${text}\n`) })).toBe(expected);
});
