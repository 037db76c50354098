import { capitalise } from '../../../base';
import { type Texts } from '../texts';
import { plural } from './plural';

const pages = (n: number): string => plural(n, 'page', 'pages');

export const plan: Texts['plan'] = {
  title: 'Plan',
  sentence: (makes: number, composes: number, adds: number): string => {
    const parts = [
      makes > 0 && `crée ${pages(makes)}`,
      composes > 0 && `réécrit ${pages(composes)}`,
      adds > 0 && `complète ${pages(adds)}`,
    ].filter((part) => part !== false);
    return parts.length === 0 ? 'Ne modifie aucune page.' : `${capitalise(parts.join(', '))}.`;
  },
  ops: { create: 'Crée', compose: 'Réécrit', edit: 'Complète' },
  passages: (n: number): string => plural(n, 'passage', 'passages'),
  openPage: (title: string): string => `Afficher les modifications\u00A0: ${title}`,
  change: (title: string): string => `Changer ce qui est prévu\u00A0: ${title}`,
  never: 'Jamais de page',
  leave: 'Laisser cette page telle quelle',
  merge: 'Fusionner avec…',
  own: 'Lui donner sa propre page…',
  add: 'Ajouter une page…',
  noPage: 'Nommé, mais sans page',
  makePage: (name: string): string => `Créer une page pour ${name}`,
  asked: 'Vous avez demandé',
  wishes: {
    never: (name: string): string => `Pas de page pour «\u00A0${name}\u00A0»`,
    always: (name: string): string => `Une page pour «\u00A0${name}\u00A0»`,
    same: (name: string, as: string): string => `«\u00A0${name}\u00A0» va dans «\u00A0${as}\u00A0»`,
    rename: (name: string, to: string): string => `«\u00A0${name}\u00A0» s’intitule «\u00A0${to}\u00A0»`,
    spared: (slug: string): string => `${slug} reste telle quelle`,
    move: (from: string, to: string): string => `Le texte prévu pour ${from} va dans «\u00A0${to}\u00A0»`,
    units: (units: string): string => `Passages utilisés\u00A0: ${units}`,
  },
  reset: 'Abandonner ces demandes',
  left: (n: number): string => `Afficher ce qui est laissé de côté (${n})`,

  modal: {
    never: (title: string): string => `Pas de page pour «\u00A0${title}\u00A0»\u00A0?`,
    leave: (title: string): string => `Laisser «\u00A0${title}\u00A0» telle quelle\u00A0?`,
    merge: (title: string): string => `Où va «\u00A0${title}\u00A0»\u00A0?`,
    own: (title: string): string => `Mettre le texte prévu pour «\u00A0${title}\u00A0» sur une nouvelle page`,
    add: 'Ajouter une page',
    into: 'Page',
    intoWhat: 'Le titre d’une page existante ou prévue. Tout autre titre crée une page.',
    newTitle: 'Titre de la nouvelle page',
    missing: 'Saisissez un titre.',
    scope: 'Pour',
    thisSource: 'Cette source seulement',
    everySource: 'Toutes les sources de ce wiki',
    again:
      'La source est relue et une nouvelle proposition remplace celle-ci. Vos décisions sur celle-ci sont perdues.',
    go: 'Changer le plan',
    cancel: 'Annuler',
  },
  job: 'Changement du plan',

  coverage: {
    title: 'Non utilisés',
    of: (source: string): string => `Passages qu’aucune page n’utilise\u00A0: ${source}`,
    used: (used: number, units: number): string =>
      `${plural(used, 'passage utilisé', 'passages utilisés')} sur ${units}`,
    reasons: {
      boilerplate: 'texte standard',
      'off-scope': 'hors sujet',
      'already-said': 'déjà dit',
      navigational: 'navigation',
      postponed: 'remis à plus tard',
      unplaced: 'sans page',
      declined: 'refusé par vous',
    },
    use: 'Utiliser',
    useLabel: (text: string): string => `Utiliser\u00A0: ${text}`,
    useAll: (n: number): string => `Utiliser les ${n}`,
    continue: 'Continuer',
    continueLabel: (source: string): string => `Continuer avec ce qui a été laissé de côté\u00A0: ${source}`,
    continueWhat: 'Relit les passages non utilisés, sauf ceux écartés à dessein.',
    open: (source: string): string => `Afficher les passages qu’aucune page n’utilise\u00A0: ${source}`,
    openSource: 'Ouvrir dans la source',
    gone: 'N’est plus dans la source',
    unknown: 'Aucun modèle n’a lu cette source sur cet appareil.',
    all: 'Tous les passages sont utilisés.',
    loading: 'Lecture de la source…',
    grid: 'Voir toutes les pages et sources',
    showMore: (n: number): string => `Afficher ${n} de plus`,
    needsModel: 'Il faut un modèle de langage. Choisissez-en un dans les paramètres.',
    job: 'Lecture de ce qui a été laissé de côté',
  },
};
