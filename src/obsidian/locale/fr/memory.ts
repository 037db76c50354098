import { type Texts } from '../texts';
import { plural } from './plural';

const conversations = (n: number): string => plural(n, 'conversation', 'conversations');
const harvests = (n: number): string => plural(n, 'récolte', 'récoltes');
const items = (n: number): string => plural(n, 'élément', 'éléments');

export const memory: Texts['memory'] = {
  title: 'Mémoire',
  reading: 'Lecture de la mémoire…',
  empty: 'Rien n’est encore gardé.',
  emptyHint:
    'Déposez des conversations ici\u00A0: un export de données de ChatGPT ou Claude, des sessions Claude Code ou des notes de chat. Vous relisez ce qui a été trouvé avant que rien ne soit gardé.',
  emptyTab: 'Rien ici pour l’instant.',
  noMatch: 'Aucune correspondance.',
  from: (count: number, day: string): string => `De ${conversations(count)}, la dernière\u00A0: ${day}`,
  harvest: 'Récolter des conversations',
  chooseFiles: 'Choisir des fichiers…',
  more: 'Plus d’actions',
  ledger: 'Historique des récoltes',
  openFolder: 'Ouvrir la liste comme note',
  undoLast: 'Annuler la dernière récolte',
  undone: (files: number): string => `Annulé. ${plural(files, 'fichier modifié', 'fichiers modifiés')}.`,
  reclaim: 'Déplacer les conversations récoltées vers la corbeille',
  reclaimed: (n: number): string =>
    n === 0 ? 'Aucune conversation à déplacer.' : `${plural(n, 'fichier déplacé', 'fichiers déplacés')} vers .trash.`,
  tabs: {
    facts: 'Faits',
    decisions: 'Décisions',
    questions: 'Questions',
    playbooks: 'Procédures',
    tasks: 'À faire',
  },
  tabsLabel: 'Ce qui est gardé',
  filter: (what: string): string => `Filtrer\u00A0: ${what.toLowerCase()}`,
  showMore: (n: number): string => `${n} de plus`,
  done: (n: number): string => `Terminé · ${n}`,
  tick: (task: string): string => `Terminé\u00A0: ${task}`,
  reopen: 'Annuler',
  reopenOne: (task: string): string => `Rouvrir\u00A0: ${task}`,
  doneNow: 'Déplacé vers Terminé',
  origin: (conversation: string, day: string): string => `${conversation}, ${day}`,
  own: 'Écrit par vous',
  edited: (conversation: string, day: string): string => `Modifié par vous · ${conversation}, ${day}`,
  found: 'trouvé dans la conversation',
  noQuote: 'Pas de citation. La conversation ne le dit pas mot pour mot.',
  missingQuote: 'La conversation ne contient pas la citation donnée.',
  makeSource: 'En faire une source',
  openLine: 'Ouvrir la ligne',
  inWiki: (wiki: string): string => `Dans le wiki\u00A0: ${wiki}`,
  waiting: (n: number): string => `${harvests(n)} à relire`,
  items,
  review: 'Relire',
  reviewOne: (title: string): string => `Relire\u00A0: ${title}`,
  keepAll: 'Tout garder',
  keptAll: (n: number): string => `${plural(n, 'élément gardé', 'éléments gardés')}.`,
  digest: {
    title: 'Condensé',
    what: 'Envoyé au modèle avec chaque question et lors de l’intégration',
    size: (used: string): string => `${used} sur 4 Ko`,
    of: (shown: number, total: number): string => `${shown} sur ${total}`,
    bar: (used: number, limit: number): string => `${used} octets utilisés sur ${limit}`,
    noRoom: (bytes: string, left: string): string => ` demande ${bytes}, il reste ${left}. `,
    shorter: (path: string): string => `Un texte plus court dans ${path} tiendrait.`,
    off: 'Désactivé. Rien n’est envoyé au modèle. La prochaine récolte le réactive.',
    none: 'Rien à envoyer pour l’instant.',
    open: 'Ouvrir le condensé',
    delete: 'Supprimer pour désactiver',
    deleteHint: 'Supprime digest.md, que le modèle ne reçoit donc plus. La prochaine récolte l’écrit à nouveau.',
    deleted: 'Le condensé est désactivé. La prochaine récolte le rétablit.',
    sections: {
      'tasks.md': 'À faire',
      'questions.md': 'Questions',
      'decisions.md': 'Décisions',
      'facts.md': 'Faits',
      'playbooks.md': 'Procédures',
    },
  },
  ledgerView: {
    back: 'Retour aux listes',
    total: (n: number, money: string | null): string =>
      `${conversations(n)}${money === null ? '' : ` · ${money} en tout`}`,
    empty: 'Aucune conversation n’a encore été lue.',
    filter: 'Filtrer par conversation ou fichier',
    filterState: 'Afficher par état',
    allStates: 'Toutes',
    stateCount: (state: string, n: number): string => `${state} (${n})`,
    states: {
      harvested: 'Récoltée',
      'harvest-failed': 'Échec',
      'too-large': 'Trop grande',
      'deleted-unharvested': 'Écartée',
      undone: 'Annulée',
      copy: 'Même contenu',
    },
    harvested: (day: string, count: number): string => `Récoltée\u00A0: ${day} · ${items(count)}`,
    nothing: (day: string): string => `Récoltée\u00A0: ${day} · rien à garder`,
    inTrash: 'La conversation est dans la corbeille.',
    failed: (why: string): string => `Échec\u00A0: ${why}`,
    kept: 'La conversation est gardée.',
    tooLarge: 'Trop grande\u00A0: la limite est de 1 Mo. Gardée, non récoltée.',
    discarded: (day: string): string => `Déplacée vers la corbeille sans récolte, à votre demande\u00A0: ${day}.`,
    undone: (day: string, count: number): string =>
      `Annulée (${day})\u00A0: ${plural(count, 'élément retiré', 'éléments retirés')}. La conversation reste.`,
    copy: (path: string): string => `Même contenu que ${path}. Pas payé une seconde fois.`,
    retry: 'Réessayer',
    harvest: 'Récolter',
    undo: 'Annuler',
    act: (what: string, name: string): string => `${what}\u00A0: ${name}`,
    gone: (path: string): string => `${path} n’est plus dans le coffre. Déposez à nouveau la conversation ici.`,
  },
  modal: {
    title: 'Récolter des conversations',
    reading: 'Lecture des conversations. Rien n’est envoyé.',
    found: (files: number, formats: number): string =>
      `${conversations(files)} dans ${plural(formats, 'format', 'formats')}. C’était une simulation\u00A0: rien n’a été envoyé ni modifié.`,
    none: 'Aucune conversation trouvée. Placez-en dans le dossier knowledge/conversations, ou déposez-les sur la vue Mémoire.',
    toHarvest: (n: number): string => `${n} à récolter`,
    about: (money: string): string => `environ ${money}`,
    rows: {
      harvested: (n: number): readonly [string, string] => [
        plural(n, 'déjà récoltée', 'déjà récoltées'),
        'Même contenu, rien à payer',
      ],
      live: (n: number): readonly [string, string] => [
        `${n} encore en cours`,
        'Modifiée au cours des dix dernières minutes, donc pas encore lue',
      ],
      kept: (n: number): readonly [string, string] => [
        plural(n, 'gardée par vous', 'gardées par vous'),
        'Dans un dossier nommé «\u00A0kept\u00A0», ou avec la propriété «\u00A0keep\u00A0»',
      ],
      'too-large': (n: number): readonly [string, string] => [
        plural(n, 'trop grande', 'trop grandes'),
        'La limite est de 1 Mo. Divisez-la pour la récolter.',
      ],
      twice: (n: number): readonly [string, string] => [`${n} au contenu identique à une autre`, 'Lu une seule fois'],
      waiting: (n: number): readonly [string, string] => [
        `${n} en attente de votre relecture`,
        'Récoltée, pas encore décidée',
      ],
      discarded: (n: number): readonly [string, string] => [
        plural(n, 'écartée', 'écartées'),
        'Vous avez choisi de ne pas récolter',
      ],
    },
    formats: {
      'chatgpt-export': 'ChatGPT',
      'claude-export': 'Claude',
      'claude-code': 'Claude Code',
      'copilot-note': 'Copilot',
      'saved-chat': 'chats enregistrés',
      transcript: 'texte',
    },
    format: (n: number, name: string): string => `${n} ${name}`,
    problems: (n: number): string => `${plural(n, 'problème', 'problèmes')} à la lecture`,
    input: 'Entrée',
    inputText: (tokens: string, parts: number): string =>
      parts === 0 ? tokens : `${tokens}, ${conversations(parts)} en plusieurs parties`,
    output: 'Sortie, au plus',
    tokens: (n: number): string => (n < 1000 ? plural(n, 'jeton', 'jetons') : `${Math.round(n / 1000)}k jetons`),
    left: (limit: string): string => `Reste des ${limit} d’aujourd’hui`,
    goesTo: 'Envoyé à',
    noModel:
      'Aucun modèle de langage n’est utilisé. Seul ce qui est marqué comme tâche, décision ou question est trouvé.',
    reclaim: 'Déplacer les conversations récoltées vers la corbeille',
    reclaimHint: 'Seulement celles dont vous avez relu les éléments. Désactivé par défaut.',
    cancel: 'Annuler',
    go: (n: number): string => `Récolter (${n}) et relire`,
    close: 'Fermer',
    job: 'Récolte des conversations',
  },
  result: (proposed: number, nothing: number, failed: number): string => {
    const isOther = nothing + failed > 0;
    const parts = proposed === 0 && isOther ? [] : [`${harvests(proposed)} à relire`];
    if (nothing > 0) parts.push(`${conversations(nothing)} sans rien de nouveau`);
    if (failed > 0) parts.push(plural(failed, 'conversation en échec', 'conversations en échec'));
    return `${parts.join(', ')}.`;
  },
  home: {
    title: 'Des conversations',
    task: 'À faire',
    decision: 'Décision',
  },
  folderTaken: (folder: string): string => `Le dossier «\u00A0${folder}\u00A0» appartient à un wiki.`,
  folderTakenRemedy: (folder: string): string =>
    `Renommez le dossier. La mémoire a besoin de «\u00A0${folder}\u00A0» pour elle.`,
  command: 'Afficher la mémoire',
  harvestCommand: 'Récolter des conversations',
  menu: 'Récolter la conversation',
  menuFolder: 'Récolter les conversations du dossier',
};
