/** Two 32-bit FNV-1a sums of the UTF-16 units, from different beginnings: against accidents, not against intent. */
export function checksum(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x1234567;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ (unit + at), 0x01000193);
  }
  return (a >>> 0).toString(16).padStart(8, '0') + (b >>> 0).toString(16).padStart(8, '0');
}

/** The last member of a JSON object, so that damage is seen before anything is made of the rest. */
const MEMBER = ',"check":"';

/** @param json the text of a JSON object with at least one member */
export function withChecksum(json: string): string {
  const open = json.slice(0, -1);
  return `${open}${MEMBER}${checksum(open)}"}`;
}

/** Whether a text is as {@link withChecksum} has made it. */
export function hasChecksum(text: string): boolean {
  const at = text.lastIndexOf(MEMBER);
  return at !== -1 && text.slice(at) === `${MEMBER}${checksum(text.slice(0, at))}"}`;
}
