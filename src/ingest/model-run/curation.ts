import { linkName, newPageSchema, sourceDate, type PageSchema } from '../../wiki';
import type { Policy } from '../extractive/conflicts';
import type { CurateRequest } from '../types';
import { Asking } from './asking';
import { SourceText } from './claims';
import type { TextRules } from './page-text';
import type { Prompting } from './prompt';
import type { ModelCuratorOptions, Survey } from './types';

/** What the steps of curating one source share. */
export interface Curation {
  readonly request: CurateRequest;
  readonly options: ModelCuratorOptions;
  readonly asking: Asking;
  readonly prompting: Prompting;
  /** Of new pages. */
  readonly schema: PageSchema;
  /** ISO day of the source; `null` when nothing tells. */
  readonly date: string | null;
  readonly lookup: SourceText;
  /** For people, added to by each step. */
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
    asking: new Asking(options.model, request.run),
    prompting: {
      stable,
      steering: options.steering ?? [],
      questions: request.questions ?? [],
      random: options.random,
    },
    schema: newPageSchema(request.snapshot),
    date: sourceDate(request.source, request.text.date)?.slice(0, 10) ?? null,
    lookup: new SourceText(request.text),
    notes: [],
  };
}

/** By which contradictions are settled. */
export function policyOf(curation: Curation): Policy {
  return {
    resolution: curation.request.lens.effective.curation.conflictResolution ?? 'defer',
    dateOf: (source) => sourceDate(source)?.slice(0, 10) ?? null,
    source: curation.request.source,
    date: curation.date,
  };
}

/** What may stand in the texts of the model. @param created slugs of new pages */
export function textRules(curation: Curation, created: readonly string[], survey: Survey): TextRules {
  const { snapshot, source } = curation.request;
  const made = new Set(created);
  return {
    slugOf(target) {
      const name = linkName({ target, external: false });
      const plain = target.trim().replace(/\.md$/i, '').replace(/^.*\//, '');
      if (made.has(plain)) return plain;
      if (made.has(name)) return name;
      const found = snapshot.resolve({ form: 'wikilink', target, fragment: null, external: false }, '');
      return found.kind === 'page' ? found.page.slug : null;
    },
    citable: new Set([source.id]),
    isQuote: (quote) => survey.transcription === null && curation.lookup.find(quote) !== null,
  };
}
