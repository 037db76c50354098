import { Presets, SingleBar } from 'cli-progress';
import pc from 'picocolors';
import { type Progress, type Run } from '../workbench';

/** The output of a command and its capabilities. Injected, so that tests read what a person would see. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  readonly colour: boolean;
  /** Whether progress may be drawn over itself. */
  readonly interactive: boolean;
  /** Columns; 80 when unknown. */
  readonly width: number;
}

export type Painter = ReturnType<typeof pc.createColors>;

export function painter(terminal: Terminal): Painter {
  return pc.createColors(terminal.colour);
}

/** Escapes control characters, because untrusted text must not repaint what a person reviews. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

// eslint-disable-next-line no-control-regex -- control characters are exactly what is looked for
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** {@link printable} for a name on disk, which may hold the end of a line as well. */
export function printablePath(path: string): string {
  return printable(path.replace(/\n/g, '\\n').replace(/\t/g, '\\t'));
}

/** A run that can hide its progress bar before something is printed. */
export interface TerminalRun extends Run {
  hideProgress(): void;
}

/** Off a terminal, a line says how far long work is, at most this often in milliseconds. */
const LINE_INTERVAL_MS = 10_000;

/** A run that draws a progress bar on an interactive terminal. Elsewhere it prints a line now and then. */
export function terminalRun(terminal: Terminal, signal: AbortSignal, quiet: boolean): TerminalRun {
  const yieldToHost = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
  if (quiet) return { signal, progress: () => undefined, yieldToHost, hideProgress: () => undefined };
  let bar: SingleBar | null = null;
  let stage = '';
  let printed = performance.now();
  const stop = (): void => {
    bar?.stop();
    bar = null;
  };
  const progress = (step: Progress): void => {
    if (isImportant(step)) {
      stop();
      terminal.err(`${printable(`${step.stage}. ${step.detail ?? ''}`.trim())}\n`);
      return;
    }
    if (step.total === 0) return;
    if (!terminal.interactive) {
      if (performance.now() - printed < LINE_INTERVAL_MS) return;
      printed = performance.now();
      terminal.err(
        `${printable(`${step.stage}: ${String(step.done)} of ${String(step.total)}  ${step.detail ?? ''}`.trim())}\n`,
      );
      return;
    }
    if (!bar || stage !== step.stage) {
      stop();
      stage = step.stage;
      bar = new SingleBar(
        {
          format: '{stage} {bar} {value} of {total}  {detail}',
          clearOnComplete: true,
          hideCursor: true,
          barsize: 24,
          stream: process.stderr,
        },
        Presets.shades_classic,
      );
      bar.start(step.total, step.done, { stage, detail: '' });
    }
    bar.update(step.done, { stage, detail: printable(step.detail ?? '').slice(0, Math.max(0, terminal.width - 60)) });
  };
  return { signal, progress, yieldToHost, hideProgress: stop };
}

/** A step that is printed even without a progress bar: the work waits, or uses another model. */
function isImportant({ stage }: Progress): boolean {
  return stage === 'Waiting for the model server' || stage.startsWith('Trying ');
}
