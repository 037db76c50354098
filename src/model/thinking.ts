const open = '<think>';
const close = '</think>';

/** What a model wrote, without the thinking that some put in front of it. An unfinished thought is no answer. */
export function withoutThinking(text: string): string {
  const start = text.trimStart();
  if (!start.startsWith(open)) return text;
  const end = start.indexOf(close);
  return end === -1 ? '' : start.slice(end + close.length).trimStart();
}

/** The same for a text that arrives in pieces: passes on what belongs to the answer. */
export function thinkingFilter(pass: (delta: string) => void): (delta: string) => void {
  let held = '';
  let isOpen = false;
  return (delta) => {
    if (isOpen) {
      pass(delta);
      return;
    }
    held += delta;
    const start = held.trimStart();
    if (open.startsWith(start.slice(0, open.length)) && !(start.startsWith(open) && start.includes(close))) return;
    const text = withoutThinking(held);
    isOpen = true;
    held = '';
    if (text !== '') pass(text);
  };
}
