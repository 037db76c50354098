// Replaces openai's internal/utils/env.mjs, which reads `process`. All settings are passed to the client.
export const readEnv = () => undefined;
