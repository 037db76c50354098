import { type OpenApp } from './driver';

declare global {
  interface Window {
    /** What our code set up in this window and has not removed. */
    held: { timers: number; listeners: number; observers: number };
  }
}

/** From now on counts what code of `main.js` sets up; whatever the app or the test does does not count. */
export function watchWindow(app: OpenApp): Promise<void> {
  return app.host(() => {
    const held = (window.held = { timers: 0, listeners: 0, observers: 0 });
    const isOurs = (): boolean => new Error().stack?.includes('main.js') === true;
    /** What is alive; each counts once, however often it is begun or ended. */
    const counter = (kind: keyof typeof held): { begin: (one: unknown) => void; end: (one: unknown) => void } => {
      const alive = new Set<unknown>();
      return {
        begin: (one) => {
          if (isOurs()) alive.add(one);
          held[kind] = alive.size;
        },
        end: (one) => {
          alive.delete(one);
          held[kind] = alive.size;
        },
      };
    };

    const timers = counter('timers');
    for (const kind of ['Timeout', 'Interval'] as const) {
      const [begin, end] = [window[`set${kind}`].bind(window), window[`clear${kind}`].bind(window)];
      Object.assign(window, {
        [`set${kind}`]: (handler: () => void, time?: number) => {
          const id: number = begin(() => {
            if (kind === 'Timeout') timers.end(id);
            handler();
          }, time);
          timers.begin(id);
          return id;
        },
        [`clear${kind}`]: (id?: number) => {
          timers.end(id);
          end(id);
        },
      });
    }

    const listeners = counter('listeners');
    for (const target of [window, document]) {
      for (const [member, count] of [
        ['addEventListener', listeners.begin],
        ['removeEventListener', listeners.end],
      ] as const) {
        const own = target[member].bind(target) as (...given: unknown[]) => void;
        Reflect.set(target, member, (...given: unknown[]) => {
          count(given[1]);
          own(...given);
        });
      }
    }

    const observers = counter('observers');
    for (const name of ['ResizeObserver', 'IntersectionObserver'] as const) {
      const { prototype } = window[name];
      for (const [member, count] of [
        ['observe', observers.begin],
        ['disconnect', observers.end],
      ] as const) {
        const own = Reflect.get(prototype, member) as (...given: unknown[]) => void;
        Reflect.set(prototype, member, function (this: object, ...given: unknown[]) {
          count(this);
          own.apply(this, given);
        });
      }
    }
  });
}

/** What there is of a plugin in the window and in the app, timers apart: what was begun on the disk is finished. */
export function leftovers(app: OpenApp): Promise<Readonly<Record<string, number>>> {
  return app.host(({ host }) => {
    const { vault, metadataCache } = host.own;
    const count = (selector: string): number => document.querySelectorAll(selector).length;
    return {
      listeners: window.held.listeners + vault.hostCount() + metadataCache.hostCount(),
      observers: window.held.observers,
      modals: count('.modal-container'),
      drawn: count('[class*="living-wiki"]'),
      styles: count('style, link'),
      commands: host.commands().filter((id) => id.startsWith('living-wiki')).length,
      // zod keeps its configuration and its registry in two globals for good, as published.
      globals: Object.keys(window).filter((name) => !name.startsWith('__zod_')).length,
    };
  });
}
