import { type JsonValue } from '../base';
import { type Capabilities, type CapabilityStore } from './types';

const UNKNOWN_CAPABILITIES: Capabilities = {
  structured: null,
  tools: null,
  streaming: null,
  streamUsage: null,
  temperature: null,
  tokenLimit: null,
  pictures: null,
  transcription: null,
};

const VERSION = 1;
const STRUCTURED_MODES = ['json_schema', 'json_object', 'text'];
const TOKEN_LIMIT_NAMES = ['max_tokens', 'max_completion_tokens', 'none'];

/** Loads what is known. Unreadable data counts as not tried. */
export async function loadCapabilities(memory: CapabilityStore, key: string): Promise<Capabilities> {
  const stored = await memory.get(key);
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return UNKNOWN_CAPABILITIES;
  const value = stored as Readonly<Record<string, JsonValue>>;
  if (value.version !== VERSION) return UNKNOWN_CAPABILITIES;
  const flag = (name: string): boolean | null => (typeof value[name] === 'boolean' ? value[name] : null);
  const word = (name: string, known: readonly string[]): string | null => {
    const found = value[name];
    return typeof found === 'string' && known.includes(found) ? found : null;
  };
  return {
    structured: word('structured', STRUCTURED_MODES) as Capabilities['structured'],
    tools: flag('tools'),
    streaming: flag('streaming'),
    streamUsage: flag('streamUsage'),
    temperature: flag('temperature'),
    tokenLimit: word('tokenLimit', TOKEN_LIMIT_NAMES) as Capabilities['tokenLimit'],
    pictures: flag('pictures'),
    transcription: flag('transcription'),
  };
}

/** Saves what was found out, if it is new. */
export async function saveCapabilities(
  memory: CapabilityStore,
  key: string,
  found: Partial<Capabilities>,
): Promise<void> {
  const before = await loadCapabilities(memory, key);
  const after = { ...before, ...found };
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  await memory.set(key, { version: VERSION, ...after });
}

/** Features that a call uses. */
export interface Features {
  readonly structured: 'json_schema' | 'json_object' | 'text';
  readonly tools: boolean;
  readonly streaming: boolean;
  readonly streamUsage: boolean;
  readonly temperature: boolean;
  readonly tokenLimit: 'max_tokens' | 'max_completion_tokens' | 'none';
}

/** The best features that are not known to fail. Most servers know `max_tokens`; only some of OpenAI's models reject it. */
export function bestFeatures(known: Capabilities): Features {
  return {
    structured: known.structured ?? 'json_schema',
    tools: known.tools ?? true,
    streaming: known.streaming ?? true,
    streamUsage: known.streamUsage ?? true,
    temperature: known.temperature ?? true,
    tokenLimit: known.tokenLimit ?? 'max_tokens',
  };
}

/** Features that a request needs. */
interface UsedFeatures {
  readonly schema: boolean;
  readonly tools: boolean;
  readonly temperature: boolean;
  readonly tokenLimit: boolean;
}

interface Downgrade {
  readonly pattern: RegExp;
  readonly applies: boolean;
  readonly without: Partial<Features>;
}

/**
 * Drops one feature after a rejected request: the one that the server names, otherwise the rarest. Every step drops one, so
 * this ends.
 *
 * @returns `null` if there is nothing left to drop
 */
export function downgrade(features: Features, wanted: UsedFeatures, complaint: string): Features | null {
  const steps: readonly Downgrade[] = [
    {
      pattern: /stream_options|include_usage/i,
      applies: features.streaming && features.streamUsage,
      without: { streamUsage: false },
    },
    {
      pattern: /max_completion_tokens|max_tokens/i,
      applies: wanted.tokenLimit && features.tokenLimit !== 'none',
      without: { tokenLimit: features.tokenLimit === 'max_tokens' ? 'max_completion_tokens' : 'none' },
    },
    {
      pattern: /response_format|json_schema|json_object|json mode|structured|grammar|schema/i,
      applies: wanted.schema && features.structured !== 'text',
      without: { structured: features.structured === 'json_schema' ? 'json_object' : 'text' },
    },
    { pattern: /temperature/i, applies: wanted.temperature && features.temperature, without: { temperature: false } },
    { pattern: /\btools?\b|tool_choice|function/i, applies: wanted.tools && features.tools, without: { tools: false } },
    { pattern: /\bstream/i, applies: features.streaming, without: { streaming: false, streamUsage: false } },
  ];
  const open = steps.filter((step) => step.applies);
  const step = open.find(({ pattern }) => pattern.test(complaint)) ?? open[0];
  return step === undefined ? null : { ...features, ...step.without };
}
