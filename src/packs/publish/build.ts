import { checkpoint, compareText, type JsonObject, type Run } from '../../base';
import { printFrontmatter } from '../../markdown';
import { hashText, hashBytes } from '../../vault';
import { type TextTools } from '../types';
import { buildBriefing, BRIEFING, buildSplits } from './compiled';
import { buildRun, buildSourceMap, buildSources } from './evidence';
import { buildGuide } from './guide';
import { bodyFor, wikiPath } from './page-text';
import { publicLine, withoutPrivate } from './private-text';
import {
  type BuiltPack,
  type PackOutput,
  type PublishedPage,
  type PublishedWiki,
  type PublishOptions,
  type WithheldItem,
} from './types';

/**
 * A wiki as a pack. The same wiki gives the same bytes. No file has a line that looks like a key, nor a place on somebody's
 * computer; every relative link leads to a file of the pack.
 */
export async function buildPack(
  wiki: PublishedWiki,
  options: PublishOptions,
  tools: TextTools,
  run: Run,
): Promise<BuiltPack> {
  const withheld: WithheldItem[] = [];
  const pages: PackOutput[] = [];
  for (const page of wiki.pages) {
    await checkpoint(run);
    const path = wikiPath(page.path);
    const body = withoutPrivate(tools.clean(bodyFor(page, path, true)), page.path);
    withheld.push(...body.withheld.map((each) => ({ ...each, line: each.line + page.firstLine - 1 })));
    pages.push({ path, content: `${printFrontmatter(frontMatter(page))}\n${body.text.trim()}\n` });
  }
  const splits = buildSplits(wiki.pages);
  const briefing = buildBriefing(wiki, options.briefingTokens, tools);
  const sources = await buildSources(wiki, options.withSources);
  const map = buildSourceMap(wiki, sources.places, splits);
  const guide = { path: 'KNOWLEDGE.md', content: buildGuide(wiki, options, splits) };
  const made = [
    guide,
    ...pages,
    { path: BRIEFING, content: briefing.text },
    ...splits.files,
    map.file,
    ...sources.files,
  ].sort((a, b) => compareText(a.path, b.path));
  const files = [...made, buildRun(wiki, made, `compile-${contentId(made)}`)];
  return {
    name: options.name,
    status: wiki.status,
    statusReasons: wiki.statusReasons,
    trust: wiki.trust,
    trustReason: wiki.trustReason,
    files: files.sort((a, b) => compareText(a.path, b.path)),
    withheld: [...withheld, ...sources.withheld],
    briefing: { tokens: briefing.tokens, budget: options.briefingTokens, pages: briefing.pages },
    pages: wiki.pages.length,
    quotes: map.claims,
  };
}

function frontMatter({ title, kind, slug, summary, updated, confidence, sources, contradicts }: PublishedPage) {
  const fields: JsonObject = {
    title: publicLine(title) || slug,
    kind,
    slug,
    ...(publicLine(summary) !== '' && { summary: publicLine(summary) }),
    ...(updated !== null && { updated }),
    confidence,
    ...(sources.length > 0 && { sources }),
    ...(contradicts.length > 0 && { contradicts }),
  };
  return fields;
}

/** The same content has the same id. */
function contentId(files: readonly PackOutput[]): string {
  const rows = files.map(
    ({ path, content }) => `${path}\n${typeof content === 'string' ? hashText(content) : hashBytes(content)}`,
  );
  return hashText(rows.join('\n')).slice(0, 16);
}
