import { ModelError } from './errors';

/** A kind of model server. */
export interface Preset {
  readonly id: 'openai' | 'openrouter' | 'ollama' | 'lm-studio' | 'custom';
  readonly name: string;
  /** Empty if the person must enter it. */
  readonly baseUrl: string;
  readonly needsKey: boolean;
  /** Runs on the person's computer: nothing leaves it, and nothing is charged. */
  readonly isLocal: boolean;
  /** One sentence for the settings. */
  readonly hint: string;
}

/** Sources: each provider's documentation of its base URL. */
export const PRESETS: readonly Preset[] = [
  {
    id: 'openai',
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    needsKey: true,
    isLocal: false,
    hint: 'Text of your sources and pages is sent to OpenAI and charged to your account there.',
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    needsKey: true,
    isLocal: false,
    hint: 'Text of your sources and pages is sent to OpenRouter and from there to the provider of the model.',
  },
  {
    id: 'ollama',
    name: 'Ollama',
    baseUrl: 'http://localhost:11434/v1',
    needsKey: false,
    isLocal: true,
    hint: 'Runs on this computer. Start it with "ollama serve" and download a model with "ollama pull".',
  },
  {
    id: 'lm-studio',
    name: 'LM Studio',
    baseUrl: 'http://localhost:1234/v1',
    needsKey: false,
    isLocal: true,
    hint: 'Runs on this computer. Load a model and start the server in the developer tab.',
  },
  {
    id: 'custom',
    name: 'Another server',
    baseUrl: '',
    needsKey: false,
    isLocal: false,
    hint: 'Any server that speaks the OpenAI protocol. Its address usually ends in /v1.',
  },
];

const CALL_PATHS = /\/(?:chat\/completions|completions|models|embeddings|audio\/transcriptions|responses)$/i;

/**
 * Normalises an address: removes white space, a trailing slash and the path of a single call.
 *
 * @throws ModelError `living-wiki:model_address_invalid` if it is not http(s), or contains a user name or password
 */
export function normaliseBaseUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw new ModelError('living-wiki:model_address_invalid', 'The address of the model server is not a URL.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new ModelError('living-wiki:model_address_invalid', 'The address must begin with http:// or https://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new ModelError('living-wiki:model_address_invalid', 'The address contains a user name or a password.');
  }
  const path = url.pathname.replace(/\/{1,50}$/, '').replace(CALL_PATHS, '');
  return `${url.origin}${path}${url.search}`;
}

/** Whether an address is on another computer and its connection is not encrypted, so that others can read it. */
export function isUnencrypted(address: string): boolean {
  return /^\s*http:/i.test(address) && !isLocalAddress(address);
}

/** Whether an address is this computer, so that nothing leaves it. */
export function isLocalAddress(address: string): boolean {
  try {
    const { hostname } = new URL(address);
    return /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3}|(?:.{1,200}\.)?localhost)$/i.test(hostname);
  } catch {
    return false;
  }
}
