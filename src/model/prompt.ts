import { type ContentPart, type Message } from './types';

export interface PromptParts {
  /**
   * The same in every call of a job, most lasting first: rules, what the wiki is, what its people ask of curators.
   * Providers charge less for a beginning that they have seen before, so that nothing that varies may stand in it.
   */
  readonly stable: readonly string[];
  /** Earlier turns, where there are any. */
  readonly turns?: readonly Message[];
  /** What this call is about: the source, the page, the question. */
  readonly varying: readonly (string | ContentPart)[];
}

/** Lays out a prompt: one system message that stays, then what varies. Empty parts are left out. */
export function buildPrompt({ stable, turns = [], varying }: PromptParts): readonly Message[] {
  const rules = stable.map((part) => part.trim()).filter((part) => part !== '');
  const parts = varying
    .map((part): ContentPart => (typeof part === 'string' ? { type: 'text', text: part } : part))
    .filter((part) => part.type !== 'text' || part.text.trim() !== '');
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const content = texts.length === parts.length ? texts.join('\n\n') : parts;
  return [
    ...(rules.length === 0 ? [] : [{ role: 'system' as const, text: rules.join('\n\n') }]),
    ...turns,
    ...(parts.length === 0 ? [] : [{ role: 'user' as const, content }]),
  ];
}

/** What a message says; pictures say nothing. */
export function messageText(message: Message): string {
  if (message.role !== 'user') return message.text;
  if (typeof message.content === 'string') return message.content;
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

/** The last thing that was asked, and everything else that was given. */
export function requestText(messages: readonly Message[]): { readonly question: string; readonly sources: string[] } {
  const texts = messages.map(messageText);
  const question = texts.pop() ?? '';
  return { question, sources: texts };
}
