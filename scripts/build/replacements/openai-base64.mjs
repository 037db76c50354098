// Replaces openai's internal/utils/base64.mjs, which prefers Node's Buffer.
const binary = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

export const toBase64 = (data) => {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : (data ?? []);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
};
export const fromBase64 = binary;
export const toFloat32Array = (text) => Array.from(new Float32Array(binary(text).buffer));
