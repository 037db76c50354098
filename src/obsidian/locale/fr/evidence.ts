import { dateText as formatDate } from '../format';
import { type Texts } from '../texts';
import { plural } from './plural';

/** « 18 avril 2026 »; a year or a month alone stays as it is. */
function dateText(date: string): string {
  const time = /^\d{4}-\d{2}-\d{2}/.test(date) ? Date.parse(date.slice(0, 10)) : NaN;
  if (Number.isNaN(time)) return date;
  return formatDate(time, { dateStyle: 'long', timeZone: 'UTC' });
}

const STATES = {
  unfounded: 'Citation introuvable',
  contested: 'Contesté',
  old: 'Trop ancien',
  uncited: 'Sans référence',
  'by-hand': 'Écrit à la main',
  quoted: 'Avec citation',
} as const;

type State = keyof typeof STATES;

const days = (n: number): string => plural(n, 'jour', 'jours');

export const evidence: Texts['evidence'] = {
  command: 'Afficher les preuves ici',
  stripCommand: 'Afficher ou masquer la bande des preuves',
  stripShown: 'La bande des preuves est affichée à côté des pages du wiki.',
  stripHidden: 'La bande des preuves est masquée.',
  heading: 'Preuves sur la page',
  strip: 'Bande des preuves',
  stripWhat:
    'Marque chaque paragraphe d’une page d’un trait fin\u00A0: avec citation, sans référence, contesté, trop ancien ou écrit à la main.',
  number: (label: string, state: 'unfounded' | 'contested' | null): string =>
    `Note de bas de page ${label}${state === null ? '' : ` (${STATES[state]})`}\u00A0: afficher les preuves`,
  card: (title: string): string => `Preuves\u00A0: ${title}`,
  looking: 'Recherche dans la source…',
  none: 'Aucune note de bas de page de ce paragraphe ne cite une source.',
  noPage: 'Ouvrez d’abord une page du wiki.',
  date: dateText,
  undated: 'Sans date',
  authority: { primary: 'source primaire', secondary: 'source secondaire', rumour: 'rumeur' },
  under: (heading: string): string => `Sous «\u00A0${heading}\u00A0»\u00A0: `,
  says: (speaker: string): string => `${speaker}\u00A0: `,
  verdict: {
    exact: 'Citation trouvée mot pour mot.',
    found: 'Citation trouvée. Seuls les espaces ou la ponctuation diffèrent.',
    missing: 'La source ne contient pas cette citation. Vérifiez la phrase.',
    cited: 'Référence sans citation.',
    unread: 'La source ne peut pas être lue comme texte\u00A0: la citation n’a pas été vérifiée.',
    gone: 'Le wiki n’a plus cette source.',
  },
  changed: 'La source a changé depuis que le wiki l’a lue. Intégrez-la à nouveau.',
  old: (age: number): string => `Plus de ${days(age)}. Cherchez une source plus récente.`,
  disagrees: 'En désaccord\u00A0:',
  other: (title: string | null, date: string | null, text: string): string =>
    `${[title ?? 'Une phrase sans source', date === null ? null : dateText(date)].filter(Boolean).join(', ')}\u00A0: «\u00A0${text}\u00A0»`,
  open: 'Ouvrir la source ici',
  settle: 'Trancher',
  close: 'Fermer',
  state: (state: State, age: number | null): string =>
    state === 'old' && age !== null ? `${STATES.old} (${days(age)})` : STATES[state],
  why: (state: State, count: number, sentences: number): string => {
    const isAlone = sentences === 1;
    const some = `${plural(count, 'phrase', 'phrases')} sur ${sentences} ici`;
    const which = isAlone ? 'cette phrase' : some;
    switch (state) {
      case 'unfounded':
        return `Citation absente de la source, ou source disparue\u00A0: ${which}.`;
      case 'contested':
        return `Une autre source contredit ${which}.`;
      case 'old':
        return isAlone
          ? 'La source la plus récente de cette phrase est plus ancienne que ce wiki ne le permet.'
          : `Source plus ancienne que ce wiki ne le permet\u00A0: ${some}.`;
      case 'uncited':
        return isAlone ? 'Cette phrase n’a pas de source.' : `Sans source\u00A0: ${some}.`;
      case 'by-hand':
        return `Une personne a écrit ou modifié ${which}.`;
      case 'quoted':
        return isAlone ? 'Cette phrase a une source.' : `Les ${sentences} phrases ici ont toutes une source.`;
    }
  },
  query: {
    title: {
      contested: 'Affirmations contestées',
      questions: 'Questions ouvertes',
      uncited: 'Phrases sans référence',
      old: 'Pages trop anciennes',
      'new-pages': 'Nouvelles pages',
    },
    none: {
      contested: 'Rien n’est contesté.',
      questions: 'Aucune question ouverte.',
      uncited: 'Chaque phrase a une source.',
      old: 'Aucune page n’est trop ancienne.',
      'new-pages': 'Aucune nouvelle page.',
    },
    from: (source: string): string => `de ${source}`,
    looking: 'Recherche…',
    noWiki: 'Aucun wiki n’est ouvert.',
    starting: 'Le wiki est encore en cours de lecture.',
    more: (limit: number): string =>
      `Il y en a plus de ${limit}. Pour les voir, augmentez «\u00A0limit\u00A0» (200 au plus).`,
    side: (text: string, source: string | null, date: string | null): string =>
      `«\u00A0${text}\u00A0» ${[source ?? 'sans source', date === null ? null : dateText(date)].filter(Boolean).join(', ')}`,
    newest: (date: string): string => `source ou mise à jour la plus récente\u00A0: ${dateText(date)}`,
    on: (title: string): string => `sur ${title}`,
    failed: 'Ce bloc ne peut pas être affiché.',
    example: 'Par exemple\u00A0:',
    problem: {
      yaml: (detail: string): string => `Ce n’est pas du YAML valide\u00A0: ${detail}`,
      'too-long': 'Le bloc est trop long. Une requête tient en quelques lignes.',
      empty: 'Le bloc est vide. Indiquez ce qu’il faut afficher.',
      'no-show': 'Indiquez ce qu’il faut afficher\u00A0: contested, questions, uncited, old ou new-pages.',
      'no-source': 'new-pages demande «\u00A0source\u00A0»\u00A0: son identifiant ou son chemin.',
      'unknown-show': (given: string, meant: string | null): string =>
        `«\u00A0show: ${given}\u00A0» est inconnu. ${meant === null ? 'Écrivez contested, questions, uncited, old ou new-pages.' : `Vouliez-vous dire ${meant}\u00A0?`}`,
      'unknown-key': (given: string, meant: string | null): string =>
        `«\u00A0${given}\u00A0» est inconnu. ${meant === null ? 'Utilisez show, kind, tag, source, lens et limit.' : `Vouliez-vous dire ${meant}\u00A0?`}`,
      'bad-value': (key: string): string =>
        `«\u00A0${key}\u00A0» doit être un mot, ou une liste de mots là où plusieurs sont permis.`,
      'bad-limit': '«\u00A0limit\u00A0» doit être un nombre entier de 1 à 200.',
    },
  },
  history: {
    menu: 'Historique de cette page',
    title: (page: string): string => `Historique\u00A0: ${page}`,
    loading: 'Lecture de l’historique…',
    none: 'Aucune modification de cette page n’est enregistrée. Celles faites à la main ne le sont jamais.',
    hand: 'Les modifications faites à la main ne sont pas enregistrées ici. Elles restent quand une modification est annulée.',
    by: (models: readonly string[]): string => `par ${models.join(', ')}`,
    source: (title: string): string => `de ${title}`,
    elsewhere: 'sur un autre appareil',
    then: (path: string): string => `alors ${path}`,
    show: 'Ce qui a changé',
    undo: 'Annuler…',
    gone: 'Les détails de cette modification ne sont plus conservés.',
    when: (at: string): string => formatDate(Date.parse(at), { dateStyle: 'medium', timeStyle: 'short' }),
  },
  relations: {
    menu: 'Liens et références',
    title: (page: string): string => `Liens et références\u00A0: ${page}`,
    loading: 'Recherche dans le wiki…',
    gone: 'Ce n’est ni une page ni une source du wiki.',
    links: 'Pages qui pointent ici',
    noLinks: 'Aucune page ne pointe ici.',
    rests: 'Pages qui citent cette source',
    noRests: 'Aucune page ne cite cette source.',
    declared: 'Pages qui la contredisent ou la remplacent',
    sources: 'Sources citées',
    noSources: 'Aucune source citée.',
    linkCount: (n: number): string => plural(n, 'lien', 'liens'),
    sentences: (n: number): string => plural(n, 'phrase', 'phrases'),
  },
  page: 'Sur cette page',
  mark: (state: State): string => `${STATES[state]}\u00A0: voir pourquoi`,
};
