import { COMPOSED } from './wiki-run';
import { type Citation } from './measure-citations';
import { type SetReport } from './run-set';

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** What a person looks at first, one figure a line. */
export function figuresOf(report: SetReport): readonly (readonly [label: string, figure: string])[] {
  const { facts, citations, coverage, shape, steps, changes, remarks, sourceTokens } = report;
  const { total, onPages, onlyOnSummaries } = facts;
  const units = sum(coverage.map((one) => one.units));
  const cited = sum(coverage.map((one) => one.cited));
  const told = (kind: 'contradiction' | 'supersession', ...verdicts: readonly string[]): string => {
    const own = changes.filter((change) => change.kind === kind);
    return `${own.filter(({ verdict }) => verdicts.includes(verdict)).length} of ${own.length}`;
  };
  const read = steps.filter(({ file }) => file !== COMPOSED);
  const anew = steps.filter(({ file }) => file === COMPOSED);
  const output = sum(read.map((step) => step.output));
  const times = (tokens: number): string => `${tokens} (${(tokens / sourceTokens).toFixed(1)} × the sources')`;
  return [
    ['sources', `${read.filter(({ applied }) => applied).length} of ${read.length} applied, ${sourceTokens} tokens`],
    ['facts on pages', `${onPages.length} of ${total}`],
    ['facts on summaries only', String(onlyOnSummaries.length)],
    ['facts nowhere', String(facts.missing.length)],
    [
      'sentences with a source',
      `${citations.supported} of ${citations.sentences} (${percent(citations.supported, citations.sentences)})`,
    ],
    [
      'quotes that are in the source',
      `${citations.real} of ${citations.total} (${percent(citations.real, citations.total)})`,
    ],
    ['marks without a note', String(citations.unknownMarks.length)],
    ['notes that nothing refers to', String(citations.unusedNotes.length)],
    ['quotes outside footnotes', String(citations.quotesOutsideFootnotes)],
    ['pieces of sources cited', `${cited} of ${units} (${percent(cited, units)})`],
    ['statements lost without notice', String(sum(steps.map((step) => step.unnamedLosses.length)))],
    ['statements lost with notice', String(sum(steps.map((step) => step.namedLosses.length)))],
    ['facts lost by a later source', String(sum(steps.map((step) => step.lostFacts.length)))],
    ["owner's remarks kept", `${remarks.kept} of ${remarks.placed}`],
    ['contradictions shown', told('contradiction', 'told')],
    ['replaced statements shown', told('supersession', 'told', 'newer-only')],
    ['false contradictions', String(report.falseConflicts.length)],
    ['pages without summaries', `${shape.pages}, ${shape.words} words`],
    ['repeated sentences', String(shape.repeated.length)],
    ['one-sentence pages', String(shape.oneSentence.length)],
    ['pages without inbound links', String(shape.withoutInboundLinks.length)],
    ['broken links', String(shape.brokenLinks.length)],
    ['calls of the model', String(sum(steps.map((step) => step.calls)))],
    ['tokens in', times(sum(read.map((step) => step.input)))],
    ['tokens out', times(output)],
    ['tokens in, pages written anew', times(sum(anew.map((step) => step.input)))],
    ['tokens out, pages written anew', times(sum(anew.map((step) => step.output)))],
    [
      'tokens out, estimated before',
      output === 0 ? '–' : percent(sum(read.map((step) => step.expected.output)), output),
    ],
    ['time', `${(sum(steps.map((step) => step.milliseconds)) / 1000).toFixed(1)} s`],
  ];
}

/** One column for each report. */
export function renderTable(reports: readonly (readonly [title: string, report: SetReport])[]): string {
  const columns = reports.map(([title, report]) => [title, ...figuresOf(report).map(([, figure]) => figure)]);
  const [, first] = reports[0] ?? [];
  if (first === undefined) return '';
  const labels = ['', ...figuresOf(first).map(([label]) => label)];
  const all = [labels, ...columns];
  const widths = all.map((cells) => Math.max(...cells.map((cell) => cell.length)));
  return labels
    .map((_, row) =>
      all
        .map((cells, at) => (cells[row] ?? '').padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** What the figures hide: ids of missing facts, what was lost and where, problems. */
export function renderDetails({
  facts,
  changes,
  falseConflicts,
  citations,
  coverage,
  shape,
  steps,
}: SetReport): string {
  const list = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ['', `### ${title}`, '', ...lines.map((line) => `- ${line.replace(/\s+/g, ' ')}`)];
  const places = (found: readonly { readonly page: string; readonly text: string }[]): readonly string[] =>
    found.map(({ page, text }) => `${page}: ${text}`);
  return [
    ...list('Facts nowhere', facts.missing),
    ...list('Facts on summaries only', facts.onlyOnSummaries),
    ...list(
      'Planted changes',
      changes.map(({ kind, id, about, verdict }) => `${kind} ${id} (${about}): ${verdict}`),
    ),
    ...list('False contradictions', places(falseConflicts)),
    ...list(
      'Quotes that are not in the source',
      citations.wrong.map(({ page, quote, sourceId }) => `${page}: [${sourceId}] “${quote}”`),
    ),
    ...list('Marks without a note', places(citations.unknownMarks)),
    ...list('Notes that nothing refers to', places(citations.unusedNotes)),
    ...list(
      'Units cited',
      coverage.map(({ source, units, cited }) => `${source}: ${cited} of ${units}`),
    ),
    ...list(
      'Lost without a word',
      steps.flatMap(({ file, unnamedLosses }) => places(unnamedLosses).map((line) => `${file}: ${line}`)),
    ),
    ...list(
      'Facts lost',
      steps.flatMap(({ file, lostFacts }) => lostFacts.map((id) => `${file}: ${id}`)),
    ),
    ...list('Repeated sentences', places(shape.repeated)),
    ...list('One-sentence pages', shape.oneSentence),
    ...list('Pages without inbound links', shape.withoutInboundLinks),
    ...list('Broken links', places(shape.brokenLinks)),
    ...list(
      'Problems',
      steps.flatMap(({ file, problems }) => problems.map((problem) => `${file}: ${problem}`)),
    ),
  ].join('\n');
}

const SAMPLE_SIZE = 60;

/** Citations for a judge, evenly from all pages: a person or a model says of each whether the quote bears the sentence out. */
export function renderSample(citations: readonly Citation[]): string {
  const step = Math.max(1, citations.length / SAMPLE_SIZE);
  const sample = Array.from(
    { length: Math.min(SAMPLE_SIZE, citations.length) },
    (_, at) => citations[Math.floor(at * step)],
  );
  const entries = sample.flatMap((citation, at) =>
    citation === undefined
      ? []
      : [
          `## ${at + 1}. ${citation.page}`,
          '',
          `Sentence: ${citation.sentence.replace(/\s+/g, ' ')}`,
          '',
          `Quote, [${citation.sourceId}] ${citation.place}: “${citation.quote}”`,
          '',
          'Verdict (supports / in part / does not):',
          '',
        ],
  );
  return ['# Sampled citations', '', 'Does the quote bear out what the sentence says?', '', ...entries].join('\n');
}

/** How alike two orders of the same sources came out. */
export function compareOrders(one: SetReport, other: SetReport): { readonly facts: string; readonly support: string } {
  const facts = new Set(one.facts.onPages);
  const same = other.facts.onPages.filter((id) => facts.has(id)).length;
  const keys = new Set(one.support);
  const shared = other.support.filter((key) => keys.has(key)).length;
  const all = new Set([...one.support, ...other.support]).size;
  return {
    facts: `${same} of ${new Set([...one.facts.onPages, ...other.facts.onPages]).size}`,
    support: `${shared} of ${all} (${percent(shared, all)})`,
  };
}
