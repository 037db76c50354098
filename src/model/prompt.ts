import { type ContentPart, type Message } from './types';

interface PromptParts {
  /**
   * The same in every call of a job, most permanent first: rules, what the wiki is, instructions for curators. Providers
   * charge less for a start that they have cached, so nothing that varies belongs here.
   */
  readonly stable: readonly string[];
  /** Earlier turns of a conversation. */
  readonly turns?: readonly Message[];
  /** The subject of this call: the source, the page, the question. */
  readonly varying: readonly (string | ContentPart)[];
}

/** Builds a prompt: one stable system message, then what varies. Leaves out empty parts. */
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

/** The text of a message, without pictures. */
function messageText(message: Message): string {
  if (message.role !== 'user') return message.text;
  if (typeof message.content === 'string') return message.content;
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

/** Separates the last message from the texts before it. */
export function requestText(messages: readonly Message[]): { readonly question: string; readonly sources: string[] } {
  const texts = messages.map(messageText);
  const question = texts.pop() ?? '';
  return { question, sources: texts };
}
