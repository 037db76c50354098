import { capitalise } from '../../../base';
import { type Texts } from '../texts';
import { plural } from './plural';

const pages = (n: number): string => plural(n, 'Seite', 'Seiten');

export const plan: Texts['plan'] = {
  title: 'Plan',
  sentence: (makes: number, composes: number, adds: number): string => {
    const parts = [
      makes > 0 && `legt ${pages(makes)} an`,
      composes > 0 && `schreibt ${pages(composes)} neu`,
      adds > 0 && `ergänzt ${pages(adds)}`,
    ].filter((part) => part !== false);
    return parts.length === 0 ? 'Ändert keine Seite.' : `${capitalise(parts.join(', '))}.`;
  },
  ops: { create: 'Neu', compose: 'Neu geschrieben', edit: 'Ergänzt' },
  passages: (n: number): string => plural(n, 'Passage', 'Passagen'),
  openPage: (title: string): string => `Änderungen an ${title} anzeigen`,
  change: (title: string): string => `Ändern, was mit ${title} geschieht`,
  never: 'Nie eine Seite',
  leave: 'Diese Seite nicht ändern',
  merge: 'Zusammenführen mit…',
  own: 'Eigene Seite dafür anlegen…',
  add: 'Seite hinzufügen…',
  noPage: 'Erwähnt, aber ohne Seite',
  makePage: (name: string): string => `Seite für ${name} anlegen`,
  asked: 'Deine Wünsche',
  wishes: {
    never: (name: string): string => `Keine Seite für „${name}“`,
    always: (name: string): string => `Eine Seite für „${name}“`,
    same: (name: string, as: string): string => `„${name}“ gehört zu „${as}“`,
    rename: (name: string, to: string): string => `„${name}“ bekommt den Titel „${to}“`,
    spared: (slug: string): string => `${slug} bleibt unverändert`,
    move: (from: string, to: string): string => `Der für ${from} geplante Text kommt auf „${to}“`,
    units: (units: string): string => `Diese Passagen werden verwendet: ${units}`,
  },
  reset: 'Diese Wünsche verwerfen',
  left: (n: number): string => `Ausgelassenes anzeigen (${n})`,

  modal: {
    never: (title: string): string => `Keine Seite für „${title}“?`,
    leave: (title: string): string => `„${title}“ nicht ändern?`,
    merge: (title: string): string => `Wohin gehört „${title}“?`,
    own: (title: string): string => `Den für „${title}“ geplanten Text auf eine neue Seite setzen`,
    add: 'Seite hinzufügen',
    into: 'Seite',
    intoWhat: 'Der Titel einer vorhandenen oder geplanten Seite. Jeder andere Titel legt eine neue Seite an.',
    newTitle: 'Titel der neuen Seite',
    missing: 'Gib einen Titel ein.',
    scope: 'Gilt für',
    thisSource: 'Nur diese Quelle',
    everySource: 'Jede Quelle dieses Wikis',
    again:
      'Die Quelle wird noch einmal gelesen, und ein neuer Vorschlag ersetzt diesen. Deine Entscheidungen zu diesem gehen verloren.',
    go: 'Plan ändern',
    cancel: 'Abbrechen',
  },
  job: 'Plan wird geändert',

  coverage: {
    title: 'Nicht verwendet',
    of: (source: string): string => `Passagen aus ${source}, die keine Seite verwendet`,
    used: (used: number, units: number): string => `${used} von ${plural(units, 'Passage', 'Passagen')} verwendet`,
    reasons: {
      boilerplate: 'Standardtext',
      'off-scope': 'nicht zum Thema',
      'already-said': 'schon gesagt',
      navigational: 'nur Navigation',
      postponed: 'für später',
      unplaced: 'ohne Seite',
      declined: 'von dir abgelehnt',
    },
    use: 'Verwenden',
    useLabel: (text: string): string => `Verwenden: ${text}`,
    useAll: (n: number): string => `Alle ${n} verwenden`,
    continue: 'Fortsetzen',
    continueLabel: (source: string): string => `Mit dem fortsetzen, was aus ${source} ausgelassen wurde`,
    continueWhat: 'Liest die nicht verwendeten Passagen noch einmal, außer den absichtlich ausgelassenen.',
    open: (source: string): string => `Passagen aus ${source} anzeigen, die keine Seite verwendet`,
    openSource: 'In der Quelle öffnen',
    gone: 'Nicht mehr in der Quelle',
    unknown: 'Auf diesem Gerät hat kein Modell diese Quelle gelesen.',
    all: 'Jede Passage wird verwendet.',
    loading: 'Quelle wird gelesen…',
    grid: 'Alle Seiten und Quellen ansehen',
    showMore: (n: number): string => `${n} weitere anzeigen`,
    needsModel: 'Dafür ist ein Sprachmodell nötig. Wähle eines in den Einstellungen.',
    job: 'Ausgelassenes wird gelesen',
  },
};
