import { app, jobs as words } from '../locale';

const CLASS = 'living-wiki-countdown';
const HOUR = 3_600_000;

/** How long a wait still takes: `0:42`, or hours and minutes. @param left milliseconds */
export function countdownText(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const minutes = Math.floor(seconds / 60);
  if (left >= HOUR) return words.hours(Math.floor(minutes / 60), minutes % 60);
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Shows how long it is until then. Screen readers hear the time itself, once. @param until milliseconds since the epoch */
export function drawCountdown(line: HTMLElement, until: number): void {
  const el = line.createSpan({ cls: CLASS, attr: { 'aria-hidden': 'true', 'data-until': String(until) } });
  update(el);
}

/** Brings all countdowns within an element up to date. */
export function updateCountdowns(within: HTMLElement): void {
  within.querySelectorAll<HTMLElement>(`.${CLASS}`).forEach(update);
}

function update(el: HTMLElement): void {
  const text = `${app.comma}${words.left(countdownText(Number(el.dataset.until) - Date.now()))}`;
  if (el.getText() !== text) el.setText(text);
}
