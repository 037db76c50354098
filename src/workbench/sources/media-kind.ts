const RECORDINGS = new Set(['mp3', 'm4a', 'wav', 'ogg', 'webm', 'flac']);
const PICTURES = new Set(['png', 'jpg', 'jpeg', 'webp', 'gif']);

/** `null` for a source that code can read as text. */
export function mediaKind(path: string): 'picture' | 'recording' | null {
  const ending = (/\.([a-z0-9]+)$/i.exec(path)?.[1] ?? '').toLowerCase();
  if (PICTURES.has(ending)) return 'picture';
  return RECORDINGS.has(ending) ? 'recording' : null;
}
