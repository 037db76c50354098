/**
 * Documents and edits for `growth.ts`: PDF, DOCX and EPUB files, and changes of a page, each made of n pieces.
 */
import { silentRun } from '../src/base';
import { buildUpdate, nameLosses, rebaseEdit, unifiedDiff, type FileEdit } from '../src/change';
import { createNodePdfReader } from '../src/node/pdf';
import { editFrontmatter } from '../src/markdown';
import { extracted } from '../test/ingest/support/extract-source';
import { docx, epub } from '../test/ingest/support/zip';

type Work = (n: number) => () => unknown;
type Works = readonly (readonly [reader: string, piece: string, work: Work])[];

const many = (n: number, piece: (at: number) => string): string =>
  Array.from({ length: n }, (_, at) => piece(at)).join('');

const pdfReader = createNodePdfReader();

/** A PDF file with these pages, each with the operators that draw it. */
function pdf(pages: readonly string[]): Uint8Array {
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...pages.flatMap((content, at) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F 3 0 R>>>>/Contents ${5 + at * 2} 0 R>>`,
      `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    ]),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\n`;
  return new TextEncoder().encode(`${text}${end}startxref\n${text.length}\n%%EOF`);
}

const line = (words: string, x: number, y: number): string => `BT /F 9 Tf ${x} ${y} Td (${words}) Tj ET\n`;

const PDFS: Readonly<Record<string, (n: number) => Uint8Array>> = {
  'words in one line': (n) => pdf([many(n, (at) => line(`w${at} `, at % 600, 700))]),
  'lines of one page': (n) => pdf([many(n, (at) => line(`Line ${at} says this.`, 50, 800 - (at % 790)))]),
  columns: (n) => pdf([many(n, (at) => line(`c${at}`, (at % 12) * 50, 790 - Math.floor(at / 12) * 0.3))]),
  // Ten lines a page, so that an eighth of the pages is measured at first.
  pages: (n) =>
    pdf(
      Array.from({ length: n / 70 }, (_, at) => many(10, (row) => line(`Page ${at} row ${row}.`, 50, 700 - row * 12))),
    ),
};

const paragraph = (words: string): string => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`;

const DOCX_PIECES: Readonly<Record<string, (at: number) => string>> = {
  paragraphs: (at) => paragraph(`Paragraph ${at} says this.`),
  runs: (at) => `<w:p><w:r><w:t>a${at}</w:t></w:r><w:r><w:t> b</w:t></w:r><w:r><w:tab/></w:r></w:p>`,
  'rows of tables': (at) =>
    `<w:tbl><w:tr><w:tc>${paragraph(`c${at}`)}</w:tc><w:tc>${paragraph('d')}</w:tc></w:tr></w:tbl>`,
  'empty paragraphs': () => '<w:p/>',
};

/** A page of n lines, and an edit of every other one. */
function everyOther(n: number): FileEdit {
  const base = many(n, (at) => `Line ${at} says this.\n\n`);
  let start = 0;
  const splices = Array.from({ length: n }, (_, at) => {
    const from = start;
    start += `Line ${at} says this.\n\n`.length;
    return { start: from, end: from + 4, text: 'Row', reason: 'It is a row.' };
  }).filter((_, at) => at % 2 === 0);
  return buildUpdate({ path: 'a.md', base, splices, why: [] });
}

const REBASES: Readonly<Record<string, (n: number) => string>> = {
  'the edited lines edited again': (n) => many(n, (at) => `${at % 2 === 0 ? 'Verse' : 'Line'} ${at} says this.\n\n`),
  'every line rewritten': (n) => many(n, (at) => `Verse ${at}.\n`),
  'a line before each': (n) => many(n, (at) => `New.\nLine ${at} says this.\n\n`),
  'the lines in reverse': (n) => many(n, (at) => `Line ${n - at - 1} says this.\n\n`),
  nothing: () => '',
};

export const documentWorks: Works = [
  ...Object.entries(PDFS).map(([name, make]): Works[number] => [
    'an extract of PDF',
    name,
    (n) => () => extracted('a.pdf', make(n), pdfReader).catch(() => null),
  ]),
  ...Object.entries(DOCX_PIECES).map(([name, piece]): Works[number] => [
    'an extract of DOCX',
    name,
    (n) => () => extracted('a.docx', docx(paragraph('Start.') + many(n, piece))).catch(() => null),
  ]),
  [
    'an extract of EPUB',
    'chapters',
    (n) => () =>
      extracted(
        'a.epub',
        epub(
          Object.fromEntries(
            Array.from({ length: n / 10 }, (_, at) => [
              `c${at}.xhtml`,
              `<html><body><p>Chapter ${at}.</p></body></html>`,
            ]),
          ),
        ),
      ).catch(() => null),
  ],
  [
    'an extract of EPUB',
    'paragraphs of a chapter',
    (n) => () =>
      extracted(
        'a.epub',
        epub({ 'a.xhtml': `<html><body>${many(n, (at) => `<p>Sentence ${at}.</p>`)}</body></html>` }),
      ),
  ],
];

export const changeWorks: Works = [
  ...Object.entries(REBASES).map(([name, current]): Works[number] => [
    'a change on a page that was edited since',
    name,
    (n) => {
      const [edit, text] = [everyOther(n), current(n)];
      return () => rebaseEdit(edit, text);
    },
  ]),
  [
    'the lines of a change',
    'every other line',
    (n) => {
      const edit = everyOther(n);
      return () => unifiedDiff(edit);
    },
  ],
  [
    'the statements that a change removes',
    'every other line',
    (n) => {
      const files = [everyOther(n)];
      const log = { event: 'ingest', subject: '', bullets: [] } as const;
      const changeSet = { title: '', producer: 'ingest', files, log, sources: [], notes: [], facts: {} } as const;
      return () => nameLosses(changeSet, new Map(), silentRun);
    },
  ],
  [
    'an edit of frontmatter',
    'one key of many',
    (n) => {
      const text = `---\n${many(n, (at) => `k${at}: v\n`)}---\n`;
      return () => editFrontmatter(text, [{ op: 'set', path: ['k1'], value: 'w' }]);
    },
  ],
  [
    'an edit of frontmatter',
    'one item of a long list',
    (n) => {
      const text = `---\ntags:\n${many(n, (at) => `  - t${at}\n`)}---\n`;
      return () => editFrontmatter(text, [{ op: 'add', path: ['tags'], value: 'w' }]);
    },
  ],
];
