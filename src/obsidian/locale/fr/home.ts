import { type Texts } from '../texts';
import { plural } from './plural';

const sources = (n: number): string => plural(n, 'source', 'sources');
const files = (n: number): string => plural(n, 'fichier', 'fichiers');

export const home: Texts['home'] = {
  title: 'Living Wiki',
  starting: 'Lecture du wiki…',
  stage: (stage: string, done: number, total: number): string =>
    total === 0 ? stage : `${stage}, ${done} sur ${total}`,
  failed: 'Impossible d’ouvrir le wiki',
  problemOnLine: (line: number, message: string): string => `Ligne ${line} : ${message}`,
  tryAgain: 'Réessayer',
  first: {
    title: 'Commencer un wiki',
    what: 'Déposez articles, comptes rendus et notes dans un dossier. Ils deviennent des pages où chaque phrase s’appuie sur une citation. Vous acceptez ou refusez chaque modification, et vous pouvez tout annuler.',
    promise: 'Rien n’est écrit avant que vous ne l’ayez relu et appliqué. Pour commencer, ni compte ni clé API.',
    adopt: 'Utiliser un dossier de notes existant',
  },
  templates: {
    research: {
      title: 'Recherche',
      what: 'Articles et entretiens deviennent concepts, personnes et résumés.',
    },
    team: {
      title: 'Équipe',
      what: 'Comptes rendus et décisions deviennent projets, personnes et questions ouvertes.',
    },
    personal: {
      title: 'Personnel',
      what: 'Notes, livres et lettres deviennent des sujets qui grandissent avec vous.',
    },
  },
  example: {
    folder: 'Wiki d’exemple',
    look: 'Juste pour voir\u00A0?',
    add: 'Ajouter le wiki d’exemple',
    removable: 'Vous pouvez le retirer d’un clic.',
    is: 'Ceci est le wiki d’exemple.',
    remove: 'Le retirer',
    removed: 'Le wiki d’exemple a été placé dans la corbeille.',
  },
  setUp: {
    name: 'Nom',
    about: 'De quoi parle-t-il\u00A0?',
    create: 'Créer le wiki',
    details: (folder: string): string => `Détails\u00A0: dossier «\u00A0${folder}\u00A0», sans modèle`,
    title: 'Configurer un wiki',
    folder: 'Dossier',
    folderWhat: 'Emplacement du wiki dans ce coffre. Le dossier est créé si nécessaire.',
    folderPlaceholder: 'Wiki',
    template: 'Modèle de wiki',
    purpose: 'But',
    purposeWhat: 'À quoi sert le wiki, en une phrase. Elle indique au modèle de langage ce qui compte.',
    purposePlaceholder: 'Une phrase, facultatif',
    adopt: 'Garder les notes existantes',
    adoptWhat: 'Ajoute ce qui manque et laisse vos notes intactes.',
    layout: 'Garder cette organisation',
    layoutWhat: (found: string, folder: string): string => `${found} Les sources sont alors lues dans ${folder}/.`,
    go: 'Relire la configuration',
    cancel: 'Annuler',
    root: 'Tout le coffre',
    needsFolder: 'Indiquez un dossier.',
    isWiki:
      'Ce dossier est déjà un wiki. Choisissez un autre dossier, ou ouvrez-le avec «\u00A0Changer de wiki\u00A0».',
    isFile: 'C’est un fichier. Indiquez un dossier.',
    isHidden: 'Obsidian masque les dossiers dont le nom commence par un point. Choisissez un autre nom.',
    hasNotes:
      'Ce dossier contient des notes. Activez «\u00A0Garder les notes existantes\u00A0» ou choisissez un autre dossier.',
  },
  head: {
    pages: (n: number): string => plural(n, 'page', 'pages'),
    sources,
    switchWiki: 'Changer de wiki',
  },
  sources: {
    title: 'Nouvelles sources',
    none: 'Aucune nouvelle source. Déposez un fichier ici ou ajoutez-en un au dossier des sources du wiki.',
    unwatched:
      'Les nouvelles sources ne sont pas affichées. Activez «\u00A0Surveiller les nouvelles sources\u00A0» dans les paramètres.',
    proposeAll: (n: number): string => (n < 2 ? 'Intégrer' : `Intégrer les ${n}`),
    proposeOne: (path: string): string => `Intégrer ${path}`,
    isProposing: 'Des sources sont en cours d’intégration. Vous pourrez ensuite en intégrer d’autres.',
    refused: (why: string, remedy: string): string => `Non lu. ${[why, remedy].filter(Boolean).join(' ')}`,
    incomplete: (n: number): string => `${files(n)} encore en cours de copie ou de téléchargement…`,
    with: 'Lire avec',
    through: 'Prisme',
    lens: (title: string): string => `Prisme de lecture\u00A0: ${title}. Changer de prisme`,
    builtIn: 'Intégré, sans modèle',
    add: 'Ajouter des fichiers…',
  },
  capture: {
    open: 'Ajouter un lien ou un texte…',
    title: 'Ajouter un lien ou un texte comme source',
    fields: { address: 'Adresse', title: 'Titre', date: 'Date', text: 'Texte' },
    fetch: 'Lire la page',
    fetchWhat: 'Télécharge la page à cette adresse.',
    save: 'Enregistrer comme source',
    cancel: 'Annuler',
    untitled: 'Note',
    needsText: 'Il n’y a pas encore de texte. Collez-le, ou lisez la page.',
    noLink: 'Ce n’est pas l’adresse d’une page web.',
    noLinkRemedy: 'Saisissez une adresse qui commence par http:// ou https://.',
    failed: (address: string, status: string): string => `${address} n’a pas envoyé de page lisible (${status}).`,
    noAnswer: 'pas de réponse',
    failedRemedy: 'Ouvrez-la dans un navigateur et collez son texte.',
  },
  clippings: {
    title: 'Extraits web',
    addOne: (name: string): string => `Ajouter ${name} aux sources`,
    addAll: (n: number): string => (n === 1 ? 'Ajouter aux sources' : `Ajouter les ${n} aux sources`),
  },
  sourceIndex: {
    progress: (done: number, total: number): string => `Indexation des sources pour la recherche, ${done} sur ${total}`,
    paused: (done: number, total: number): string =>
      `Indexation en pause pendant une tâche, ${sources(done)} sur ${total}`,
    bar: 'Avancement de l’indexation',
    stop: 'Arrêter l’indexation',
    stopped: (n: number): string => `L’indexation est arrêtée. La recherche ignore encore ${sources(n)}.`,
    resume: 'Reprendre l’indexation',
    outside: (n: number, megabytes: number): string =>
      `${plural(n, 'source plus ancienne est exclue', 'sources plus anciennes sont exclues')} de la recherche, limitée à ${megabytes} Mo de texte. Vous pouvez modifier la limite dans les paramètres.`,
  },
  job: {
    source: (at: number, total: number, name: string): string =>
      `Source ${at} sur ${total}${name === '' ? '' : `\u00A0: ${name}`}`,
    cancel: 'Annuler',
    cancelling: 'Annulation…',
    progress: 'Avancement',
    cost: (cost: string): string => `Jusqu’ici\u00A0: ${cost}`,
  },
  proposals: {
    title: 'À relire',
    none: 'Aucune proposition à relire.',
    reviewOne: (title: string): string => `Relire ${title}`,
    files: (fileCount: number, hunks: number): string =>
      fileCount === 0
        ? 'fichiers générés seulement'
        : `${files(fileCount)}, ${plural(hunks, 'modification', 'modifications')}`,
  },
  deleted: {
    title: 'Pages supprimées',
    asks: (title: string): string =>
      `Vous avez supprimé «\u00A0${title}\u00A0». Une intégration future peut-elle la recréer\u00A0?`,
    never: 'Jamais',
    neverLabel: (title: string): string => `Ne jamais créer de page\u00A0: ${title}`,
    may: 'Elle peut revenir',
    mayLabel: (title: string): string => `${title} peut revenir`,
  },
  questions: {
    title: 'Questions ouvertes',
    remove: (text: string): string => `Retirer «\u00A0${text}\u00A0»`,
  },
  links: {
    views: 'Ouvrir',
    actions: 'Actions',
    lint: (found: string): string => `Lint\u00A0: ${found.toLowerCase()}`,
    lintUnknown: 'Lint',
    lens: (title: string): string => `Changer de prisme (actuel\u00A0: ${title})`,
    lensView: 'Pages de ce prisme',
    history: 'Historique',
    jobs: 'Tâches',
    search: 'Rechercher dans le wiki',
    undo: 'Annuler la dernière intégration',
  },
};
