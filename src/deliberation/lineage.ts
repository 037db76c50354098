/** Makers by how their models are named. Names of distilled models come from what they were trained on. */
const MAKERS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:gpt|chatgpt|o[1-9])(?:[-.\d]|\b)|davinci|openai/, 'openai'],
  [/claude|anthropic/, 'anthropic'],
  [/gemini|gemma|palm|google/, 'google'],
  [/mi[sx]tral|ministral|codestral|magistral|devstral/, 'mistral'],
  [/deepseek/, 'deepseek'],
  [/qwen|qwq/, 'alibaba'],
  [/llama|meta-/, 'meta'],
  [/\bphi[-\d]/, 'microsoft'],
  [/grok|\bxai\b/, 'xai'],
  [/command-|cohere|\baya\b/, 'cohere'],
  [/glm|zhipu/, 'zhipu'],
  [/kimi|moonshot/, 'moonshot'],
  [/granite|\bibm\b/, 'ibm'],
  [/falcon/, 'tii'],
  [/smollm/, 'huggingface'],
  [/nemotron|nvidia/, 'nvidia'],
  [/\bnova-|titan|amazon/, 'amazon'],
];

/** Who made a model, as far as its name says; `null` if it does not. @param name such as `openai/gpt-5` or `qwen3:8b` */
export function makerOf(name: string): string | null {
  const lower = name.toLowerCase();
  return MAKERS.find(([pattern]) => pattern.test(lower))?.[1] ?? null;
}

/**
 * What a reader should know about where the models come from; `null` if nothing. Models of one maker share what they learned, so that their
 * agreement says less. Source: Knowledge Units draft, sections 4.1 and 11.
 */
export function lineageWarning(makers: readonly (string | null)[]): string | null {
  const [first] = makers;
  const isOne = first !== undefined && first !== null && makers.every((maker) => maker === first);
  return isOne
    ? `All models are from one maker (${first}). Their agreement says less than that of independent models.`
    : null;
}
