import { type App } from './app';
import { type Machine } from './machine';

interface Current {
  readonly machine: Machine;
  readonly app: App;
}

let running: Current | null = null;

/** The app that runs: what the functions of the module work on that are not given an app. */
export function current(): Current {
  if (running === null) throw new Error('No app is running: start a host first.');
  return running;
}

export function setCurrent(next: Current | null): void {
  running = next;
}
