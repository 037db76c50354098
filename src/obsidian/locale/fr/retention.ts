import { type Texts } from '../texts';
import { choose, plural } from './plural';

const sources = (n: number): string => plural(n, 'source', 'sources');
const days = (n: number): string => plural(n, 'jour', 'jours');

export const retention: Texts['retention'] = {
  title: 'Sources expirées',
  loading: 'Parcours des pages…',
  forever:
    'Ce wiki garde ses sources indéfiniment. Pour fixer une limite d’âge, écrivez «\u00A0retention: days:365\u00A0» sous «\u00A0sources\u00A0» dans KNOWLEDGE.md.',
  none: (age: number): string => `Aucune source n’a plus de ${days(age)}, la limite d’âge de ce wiki.`,
  lead: (count: number, age: number): string =>
    `${sources(count)} ${choose(count, 'a', 'ont')} plus de ${days(age)}, la limite d’âge de ce wiki. Rien n’est retiré automatiquement.`,
  choose: 'Sélectionnez des sources pour voir quelles pages et affirmations perdraient leur dernière source.',
  dated: (day: string, from: string): string => (from === 'ingest' ? `intégrée d’abord\u00A0: ${day}` : day),
  nothingLost: 'Aucune page ni affirmation ne perdrait sa dernière source.',
  stay: 'Ces pages et affirmations restent telles quelles. Le panneau Lint les signale jusqu’à ce que vous les modifiiez ou supprimiez.',
  pages: (count: number): string => `${plural(count, 'page n’aurait', 'pages n’auraient')} plus de source`,
  statements: (count: number): string =>
    `${plural(count, 'affirmation n’aurait', 'affirmations n’auraient')} plus de source`,
  move: (count: number): string =>
    count === 0 ? 'Déplacer vers la corbeille' : `Déplacer ${sources(count)} vers la corbeille`,
  moved: (count: number): string =>
    `${plural(count, 'source déplacée', 'sources déplacées')} vers le dossier .trash du wiki.`,
  keep: 'Tout garder',
  close: 'Fermer',
  inTrash: (count: number): string => `Dans la corbeille\u00A0: ${sources(count)}`,
  putBack: 'Remettre',
  putBackOne: (path: string): string => `Remettre ${path}`,
  isBack: (path: string): string => `${path} est de retour.`,
};
