// Replaces openai's internal/detect-platform.mjs, which reads `process` and tells every server about the machine.
export const isRunningInBrowser = () => false;
export const getPlatformHeaders = () => ({});
