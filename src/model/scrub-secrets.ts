const KEY_PATTERN = /\b(?:sk|pk|rk|gsk|xai|hf|AIza|ghp|key)[-_][A-Za-z0-9_*.-]{6,}|\bBearer\s+[A-Za-z0-9._~+/=*-]{6,}/g;
const PLACEHOLDER = '[secret]';

/**
 * Removes secrets from text that is shown or stored: known ones, and text that looks like a key.
 *
 * @param known keys in use; those shorter than 4 characters are ignored
 */
export function scrubSecrets(text: string, known: readonly string[] = []): string {
  let clean = text;
  for (const secret of known) {
    if (secret.length < 4) continue;
    for (const form of new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])) {
      clean = clean.split(form).join(PLACEHOLDER);
    }
  }
  return clean.replace(KEY_PATTERN, PLACEHOLDER);
}

const SECRET_PARAMETER = /key|token|secret|password|passwd|signature|^sig$|auth|credential/i;

/** Removes user name, password and secret parameters from an address. */
export function scrubUrl(address: string, known: readonly string[] = []): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  for (const name of [...url.searchParams.keys()]) {
    if (SECRET_PARAMETER.test(name)) url.searchParams.set(name, 'secret');
  }
  return scrubSecrets(url.href, known);
}
