import { textHash } from './canonical';

/**
 * What people put before and after a question without asking anything more, by language. Longer phrases come first, so that none is cut in
 * the middle. Lower case.
 */
const OPENINGS: readonly (readonly string[])[] = [
  // English
  [
    'i would like to know',
    "i'd like to know",
    'i want to know',
    'i was wondering',
    "i'm wondering",
    'i wonder',
    'could you please tell me',
    'can you please tell me',
    'could you tell me',
    'can you tell me',
    'would you tell me',
    'do you know',
    'please tell me',
    'tell me',
    'please explain',
    'explain to me',
    'could you explain',
    'can you explain',
    'quick question',
    'just curious',
    'please',
    'hi',
    'hello',
    'hey',
    'so',
    'well',
    'ok',
    'okay',
  ],
  // German
  [
    'ich würde gerne wissen',
    'ich würde gern wissen',
    'ich möchte gerne wissen',
    'ich möchte wissen',
    'ich wüsste gern',
    'ich frage mich',
    'können sie mir bitte sagen',
    'können sie mir sagen',
    'kannst du mir bitte sagen',
    'kannst du mir sagen',
    'sag mir bitte',
    'sag mir',
    'weißt du',
    'wissen sie',
    'kurze frage',
    'bitte',
    'hallo',
    'also',
  ],
  // French
  [
    "j'aimerais savoir",
    'je voudrais savoir',
    'je me demande',
    'pouvez-vous me dire',
    'peux-tu me dire',
    'dites-moi',
    'dis-moi',
    'savez-vous',
    'sais-tu',
    "s'il vous plaît",
    "s'il te plaît",
    'bonjour',
    'alors',
  ],
  // Spanish
  [
    'me gustaría saber',
    'quisiera saber',
    'quiero saber',
    'me pregunto',
    'puede decirme',
    'puedes decirme',
    'dígame',
    'dime',
    'sabes',
    'por favor',
    'hola',
  ],
  // Italian
  ['vorrei sapere', 'mi chiedo', 'puoi dirmi', 'può dirmi', 'dimmi', 'per favore', 'ciao', 'allora'],
  // Portuguese
  ['gostaria de saber', 'queria saber', 'pode me dizer', 'podes dizer-me', 'diga-me', 'por favor', 'olá'],
  // Dutch
  [
    'ik zou graag willen weten',
    'ik vraag me af',
    'kun je me vertellen',
    'kunt u mij vertellen',
    'weet je',
    'alsjeblieft',
    'hallo',
  ],
];

const ENDINGS: readonly string[] = [
  'please',
  'thank you',
  'thanks',
  'bitte',
  'danke',
  "s'il vous plaît",
  "s'il te plaît",
  'merci',
  'por favor',
  'gracias',
  'per favore',
  'grazie',
  'obrigado',
  'alsjeblieft',
];

const allOpenings = (): readonly string[] => [...new Set(OPENINGS.flat())].sort((a, b) => b.length - a.length);

/** Not the marks that belong to a name: C++, C#, 50%, a closing bracket. */
const PUNCTUATION = /[\s.,;:!?…¿¡。，、；：！？؟؛।‽"'“”„«»‹›`*_~-]+$/u;
const LEADING = /^[\s.,;:!?…¿¡。，、；：！？؟؛।‽"“”„«»‹›`*_~-]+/u;

/**
 * The form under which the same question is found again: lower case, one blank between words, no punctuation at the ends, no filler
 * phrases. A question that consists of nothing else is kept. Source: Knowledge Units draft, section 6.
 */
export function canonicalQuestion(question: string): string {
  let text = trimmed(
    question
      .normalize('NFC')
      .toLowerCase()
      .replace(/[’‘]/g, "'")
      .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' '),
  );
  const openings = allOpenings();
  for (let before = ''; before !== text;) {
    before = text;
    text = withoutEnding(withoutOpening(text, openings));
  }
  return text;
}

/** The question as it was asked, on one line, without blanks around it. */
export const trimmedQuestion = (question: string): string => question.replace(/[\s\p{Cc}]+/gu, ' ').trim();

function trimmed(text: string): string {
  const bare = text.replace(PUNCTUATION, '').replace(LEADING, '');
  return bare === '' ? text.trim() : bare;
}

function withoutOpening(text: string, openings: readonly string[]): string {
  const found = openings.find((phrase) => text.startsWith(phrase) && /^[\s,:;.!-]/.test(text.slice(phrase.length)));
  if (found === undefined) return text;
  const rest = trimmed(text.slice(found.length));
  return rest === '' ? text : rest;
}

function withoutEnding(text: string): string {
  const found = ENDINGS.find((phrase) => text.endsWith(phrase) && /[\s,;.!-]$/.test(text.slice(0, -phrase.length)));
  if (found === undefined) return text;
  const rest = trimmed(text.slice(0, -found.length));
  return rest === '' ? text : rest;
}

/** Names a canonical question in keys and seeds. */
export const questionHash = (canonical: string): string => textHash(canonical);
