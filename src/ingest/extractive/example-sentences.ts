import { wordsOf } from '../../markdown';
import { type ParsedSource, type Sentence } from './parse-source';
import { FIRST_PERSON } from './speech';
import { SOURCE_NOUN } from './statement-rules';

/** A step of a walk through a text: it goes on from the sentence or the listing before. */
const STEP =
  /^["“'(]*(?:at this point|in other words|put (?:another|differently)|by the same token|luckily|fortunately|unfortunately|as (?:it turns out|before|usual|expected|promised)|in fact|again|now|next|after (?:that|this)|afterwards|with (?:this|that|these)|to do (?:so|this|that)|as (?:mentioned|noted|described|explained|discussed)|in the (?:case where|first|second|last|next)|on the (?:other|next|first|last) (?:hand|line)|notes?:|tip:|warning:|remember|be sure|make sure|because of (?:this|that)|from (?:here|now)|the (?:good|bad) news|(?:each|every one) (?:must|has|is|can)|if [^,.]{3,60} (?:had|were|did) [^,.]{1,60}, |the (?:answer|reason|inverse|opposite|(?:other|first|second|third|last|next|final) (?:\p{L}+ )?(?:choice|option|line|step|argument|case|approach|problem|difference|change|version)|output|error|version|only difference|rest)(?![\p{L}-]))/iu;
/** It speaks of a listing or of what was said before. */
const POINTS_BACK =
  /\b(?:this|that|these|those|the (?:following|previous|preceding|above|next|first|last|second)) (?:code|example|program|snippet|listing|line|lines|command|output|error|message|version|function|method|call|file|case|point|situation|problem|string|value|values|definition|block|step|change|reason)\b|\b(?:do|does|did|doing) (?:this|that|so)\b|\b(?:covered|discussed|introduced|mentioned|described|explained|shown|seen|used) (?:previously|earlier|before|here|above|below|on the (?:left|right)|in (?:“|"|chapter|section|listing|figure))|\b(?:this|that) (?:kind|sort|type) of\b|\bof the (?:code|example|program|listing)\b|\bin (?:our|the) (?:example|program)\b/iu;
const RELATIVE =
  'problem|trouble|issue|difficulty|answer|solution|workaround|trade-?off|reason|result|consequence|upshot|difference|idea|trick|point|key|catch|downside|upside|drawback|disadvantage|advantage|benefit|alternative|exception|question|goal|purpose|same';
/** "These", "such a", "The problem is": what is meant stands in the sentence before it. */
const LEANS = new RegExp(
  [
    '\\b(?:these|those)\\b(?! (?:who|which|that|of|in|with)\\b)',
    `\\bthis\\b(?! (?:${SOURCE_NOUN})\\b)`,
    '\\bsuch (?!as\\b)',
    `^(?:the|an?|one|another) (?:[\\w-]+ ){0,3}(?:${RELATIVE})s?(?: here| then)? (?:is|are|was|were)\\b`,
    '^[^,]{0,60}\\b(?:it|them|that),',
    '^the (?:first|second|third|fourth|next|last|other|remaining)\\b',
    '^the (?:[\\w-]+ )?(?:bar|figure|diagram|picture|graph|chart|image|screenshot|illustration) (?:represents|shows|illustrates|depicts)\\b',
  ].join('|'),
  'iu',
);
/** A part of a listing, without its name. */
const OF_LISTING =
  /^(?:the|each) (?:function|method|loop|condition|variable|argument|return value|constructor)s?(?![\p{L}-])/iu;
/** What only code writes: `io::Error`, `user_name`, `s1`, `x = 5`, `run()`, `&str`, `Vec<T>`, `println!`, `userName`. */
const CODE =
  /[\w>]{0,60}(?:\\?:){2}\w+|\b\w+\(\)|\(\)|\b[A-Za-z0-9]+_\w+|\b[a-z]\d\b|(?:^|\s)[=+&|]{1,2}(?!\S)|&["\w]\w*|\b\w+<[^>\s]{1,30}[^>]{0,30}>|\b[a-z]\w+!(?=[\s,.;)])|\b[a-z]{2,}[A-Z]\w*|\b[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+\b|[{};]\s*$|[\w"]\[\w*\]|(?:^|\s)--?[a-z][\w-]+/gu;

/** Names that the source gives to something in its code: `let total`, `fn area`, `struct User`. */
const DECLARED =
  /\b(?:let(?: mut)?|const|var|val|fn|func|function|def|class|struct|enum|trait|interface|type|mod|module|package|static)\s+([A-Za-z_]\w*)|\b([a-z_]\w*)\s?(?::\s?[A-Za-z&]|=\s)/g;
const MAX_CODE = 200_000;

/** The share of its score that a sentence keeps, by how much it is about an example; 0 if it cannot stand without it. */
type ExampleWeight = (sentence: Sentence) => number;

/**
 * Finds the sentences of a source that need an example to be understood: steps of a walk through it, and identifiers of code that are no
 * subject of the source, as its title and headings are.
 */
export function weighExamples(parsed: ParsedSource): ExampleWeight {
  const { passages, linkTexts, title } = parsed.text;
  const listings = passages.filter(({ kind }) => kind === 'code');
  const code = listings
    .map(({ text }) => text)
    .join('\n')
    .slice(0, MAX_CODE);
  const headings = [title ?? '', ...parsed.headings].join('\n').toLowerCase();
  const isSubject = (name: string): boolean => headings.includes(name.toLowerCase().replace(/s$/, ''));
  const marked = new Set(linkTexts);
  const declared = new Set<string>();
  for (const [, keyword = '', assigned = ''] of code.matchAll(DECLARED)) {
    const name = keyword === '' ? assigned : keyword;
    // A word of the language as well, unless the text marks it as code.
    if (name.length > 1 && marked.has(name) && !isSubject(name)) declared.add(name);
  }
  return (sentence) => {
    const { text, passage, speaker } = sentence;
    if (speaker !== null) return 1;
    if (STEP.test(text) || POINTS_BACK.test(text) || LEANS.test(text)) return 0;
    if (listings.length === 0 && linkTexts.length === 0) return 1;
    const identifiers = (text.match(CODE) ?? []).map((name) => name.trim());
    if (identifiers.some((name) => !isSubject(name) && (marked.has(name) || !/^[A-Z]\w+$/.test(name)))) return 0;
    if (listings.length === 0) return 1;
    if (OF_LISTING.test(text)) return 0;
    if (FIRST_PERSON.test(text)) return 0.4;
    if (wordsOf(text).some((word) => declared.has(word))) return 0;
    const follows = passages[passage - 1]?.kind === 'code';
    const names = wordsOf(text).filter((word) => marked.has(word) && !isSubject(word)).length;
    return (follows ? 0.75 : 1) * 0.7 ** Math.min(3, names) * (/\d/.test(text) ? 0.8 : 1);
  };
}
