import { type Texts } from '../texts';
import { choose, plural } from './plural';

const filesText = (n: number): string => plural(n, 'Datei', 'Dateien');

export const trust: Texts['trust'] = {
  title: 'Die Regeln für das Modell wurden geändert',
  titleNew: 'Regeln für das Modell warten auf deine Genehmigung',
  lead: (files: number, since: string | null): string =>
    since === null
      ? `${filesText(files)} dieses Wikis ${choose(files, 'wurde', 'wurden')} auf diesem Gerät nie genehmigt.`
      : `${filesText(files)} ${choose(files, 'weicht', 'weichen')} von dem ab, was du am ${since} genehmigt hast.`,
  waits: 'Aufträge, die das Wiki ändern, pausieren, bis du sie genehmigst. Lesen geht weiterhin.',
  skillsWait: 'Nur diese Skills warten auf deine Genehmigung. Alles andere funktioniert.',
  loading: 'Wird mit dem verglichen, was du genehmigt hast…',
  none: 'Alle Regeln für das Modell sind genehmigt.',
  close: 'Schließen',
  kinds: {
    manifest: 'Einstellungen von Wiki oder Linse',
    guide: 'Leitfaden für das Modell',
    policy: 'Richtlinie',
    skill: 'Skill',
    named: 'Datei, die eine Richtlinie nennt',
  },
  headings: {
    hidden: (kind: string, isNew: boolean): string => `Verbirgt Text vor dir${isNew ? ' (neu)' : ''}: ${kind}`,
    power: (kind: string, isNew: boolean): string => `${isNew ? 'Neu' : 'Verlangt mehr Rechte'}: ${kind}`,
    weaker: (kind: string, isNew: boolean): string => `Schwächt eine Prüfung ab${isNew ? ' (neu)' : ''}: ${kind}`,
    rules: (kind: string, isNew: boolean): string => `${isNew ? 'Neu' : 'Regeln geändert'}: ${kind}`,
    wording: (kind: string, isNew: boolean): string =>
      isNew ? `Neu: ${kind}` : 'Nur der Wortlaut wurde geändert, keine Regel',
    removed: (kind: string): string => `Entfernt: ${kind}`,
  },
  marks: {
    hidden: (characters: number): string => plural(characters, 'verborgenes Zeichen', 'verborgene Zeichen'),
    power: 'mehr Rechte',
    weaker: 'schwächere Prüfung',
    rules: 'Regeln geändert',
    wording: 'keine Wirkung auf Regeln',
    never: 'nie genehmigt',
  },
  line: (line: number): string => `Zeile ${line}`,
  becomes: 'wird zu',
  shown: 'Hier sichtbar, in einem Editor unsichtbar. Ein Modell liest sie.',
  blocked: 'Bleibt gesperrt, bis sie entfernt sind.',
  gateStays:
    'Mit deiner Genehmigung darf er noch nicht ohne Prüfung schreiben. Das erlaubst du unter „Wartung starten“.',
  unknownBefore: 'Der frühere Text ist nicht mehr verfügbar. Lies die Datei, bevor du sie genehmigst.',
  select: (path: string): string => `${path} genehmigen`,
  texts: (files: number): string => `Ganzer Text, ${filesText(files)}`,
  noText: 'Kein Text.',
  gap: 'ausgelassene Zeilen',
  kept: 'Deine Genehmigung wird mit deinem Namen und der Uhrzeit auf diesem Gerät gespeichert, außerhalb des Vaults.',
  name: 'Dein Name',
  approve: 'Genehmigen',
  approveSome: (chosen: number, all: number): string => `${chosen} von ${all} genehmigen`,
  keep: 'Gesperrt lassen',
  done: (files: number): string => `${filesText(files)} auf diesem Gerät genehmigt.`,
  review: 'Regeln prüfen',
  waiting: (files: number): string => `Regeln für das Modell warten auf deine Genehmigung: ${filesText(files)}`,
  waitingText: 'Aufträge, die das Wiki ändern, pausieren, bis du diese Dateien genehmigst. Lesen geht weiterhin.',
};
