const OPEN_TAG = '<think>';
const CLOSE_TAG = '</think>';

/** Removes the thinking that some models write before the answer. Unfinished thinking is not an answer. */
export function stripThinking(text: string): string {
  const start = text.trimStart();
  if (!start.startsWith(OPEN_TAG)) return text;
  const end = start.indexOf(CLOSE_TAG);
  return end === -1 ? '' : start.slice(end + CLOSE_TAG.length).trimStart();
}

/** The same for a stream: emits only the text of the answer. */
export function createThinkingFilter(emit: (delta: string) => void): (delta: string) => void {
  let buffer = '';
  let isAnswering = false;
  return (delta) => {
    if (isAnswering) {
      emit(delta);
      return;
    }
    buffer += delta;
    const start = buffer.trimStart();
    if (
      OPEN_TAG.startsWith(start.slice(0, OPEN_TAG.length)) &&
      !(start.startsWith(OPEN_TAG) && start.includes(CLOSE_TAG))
    )
      return;
    const text = stripThinking(buffer);
    isAnswering = true;
    buffer = '';
    if (text !== '') emit(text);
  };
}
