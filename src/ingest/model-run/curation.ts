import { linkName, newPageSchema, sourceDate, type PageSchema } from '../../wiki';
import { type ConflictPolicy } from '../extractive/conflicts';
import { type CurateRequest } from '../types';
import { ModelCaller } from './model-caller';
import { QuoteLookup } from './claims';
import { type TextRules } from './clean-text';
import { type PromptContext } from './prompt';
import { type ModelCuratorOptions, type Survey } from './types';

/** What the steps of curating one source share. */
export interface Curation {
  readonly request: CurateRequest;
  readonly options: ModelCuratorOptions;
  readonly caller: ModelCaller;
  readonly promptContext: PromptContext;
  /** For new pages. */
  readonly schema: PageSchema;
  /** ISO day of the source; `null` if unknown. */
  readonly date: string | null;
  readonly quotes: QuoteLookup;
  /** For the reviewer. Each step adds its own. */
  readonly notes: string[];
}

export function startCuration(
  request: CurateRequest,
  options: ModelCuratorOptions,
  stable: readonly string[],
): Curation {
  return {
    request,
    options,
    caller: new ModelCaller(options.model, request.run),
    promptContext: {
      stable,
      steering: options.steering ?? [],
      questions: request.questions ?? [],
      random: options.random,
    },
    schema: newPageSchema(request.snapshot),
    date: sourceDate(request.source, request.text.date)?.slice(0, 10) ?? null,
    quotes: new QuoteLookup(request.text),
    notes: [],
  };
}

/** The policy that resolves contradictions. */
export function conflictPolicy(curation: Curation): ConflictPolicy {
  return {
    resolution: curation.request.lens.effective.curation.conflictResolution ?? 'defer',
    dateOf: (source) => source.date?.slice(0, 10) ?? null,
    source: curation.request.source,
    date: curation.date,
  };
}

/** What the model's texts may contain. @param newSlugs slugs of new pages */
export function buildTextRules(curation: Curation, newSlugs: readonly string[], survey: Survey): TextRules {
  const { snapshot, source } = curation.request;
  const created = new Set(newSlugs);
  return {
    slugOf(target) {
      const name = linkName({ target, external: false });
      const plain = target.trim().replace(/\.md$/i, '').replace(/^.*\//, '');
      if (created.has(plain)) return plain;
      if (created.has(name)) return name;
      const found = snapshot.resolve({ form: 'wikilink', target, fragment: null, external: false }, '');
      return found.kind === 'page' ? found.page.slug : null;
    },
    citable: new Set([source.id]),
    isQuote: (quote) => survey.transcription === null && curation.quotes.find(quote) !== null,
  };
}
