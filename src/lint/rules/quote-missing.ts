import { citedQuotes, wordKey } from '../../wiki';
import { quote } from '../quote';
import { type PageFacts, type PageRule, type Report } from '../rule';

export const quoteMissing: PageRule = {
  id: 'quote-missing',
  scope: 'page',
  curatedOnly: true,
  optIn: true,
  code: 'living-wiki:quote_missing',
  title: 'Quote that is not in its source',
  severity: 'error',
  fixedBy: 'nothing',
  check: (facts) => (facts.page.citations.length === 0 ? [] : checkQuotes(facts)),
};

async function checkQuotes(facts: PageFacts): Promise<readonly Report[]> {
  const reports: Report[] = [];
  for (const { sourceId, quote: words, line } of citedQuotes(await facts.text())) {
    const key = wordKey(words);
    const said = await facts.sourceWords(sourceId);
    if (said === null || said.includes(key)) continue;
    reports.push({
      at: { line, column: 1 },
      message: `The source ${quote(sourceId)} does not say ${quote(words)}. Correct the quote, or remove it with its sentence.`,
      key: `${sourceId} ${key}`,
    });
  }
  return reports;
}
