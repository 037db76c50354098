import { type Texts } from '../texts';
import { plural } from './plural';

const packsText = (n: number): string => plural(n, 'pack', 'packs');
const filesText = (n: number): string => plural(n, 'fichier', 'fichiers');
const pagesText = (n: number): string => plural(n, 'page', 'pages');

export const packs: Texts['packs'] = {
  title: 'Packs de connaissances',
  what: 'Le savoir d’autres personnes et outils, à utiliser dans les réponses. Aucun code d’un pack n’est exécuté.',
  count: (all: number, used: number): string =>
    `${packsText(all)}, ${plural(used, 'utilisé', 'utilisés')} dans ce chat`,
  reading: 'Recherche de packs…',
  empty: 'Aucun pack.',
  emptyHint: 'Placez des packs dans .agents/knowledge dans ce coffre.',
  refresh: 'Chercher à nouveau',
  publish: 'Publier comme pack',
  scopes: {
    project: 'Ce coffre',
    user: 'Votre dossier personnel',
    organization: 'Organisation',
    'built-in': 'Intégré',
  },
  status: {
    draft: 'brouillon',
    ready: 'prêt',
    'needs-review': 'à relire',
    stale: 'périmé',
    disputed: 'contesté',
    archived: 'archivé',
  },
  trust: {
    unreviewed: 'non relu',
    'user-confirmed': 'confirmé par un utilisateur',
    official: 'officiel',
    external: 'externe',
  },
  profile: { 'document-first': 'Documents', 'wiki-first': 'Wiki', hybrid: 'Documents et wiki' },
  persona: 'persona',
  used: (at: string): string => `utilisé\u00A0: ${at}`,
  neverUsed: 'jamais utilisé',
  use: 'Utiliser',
  useOf: (name: string): string => `Utiliser ${name} dans le chat`,
  inUse: 'Utilisé',
  stopUsing: (name: string): string => `Ne plus utiliser ${name} dans le chat`,
  disputed: 'Ses auteurs en contestent une partie.',
  disputedWhat: 'Il n’est pas utilisé avant votre confirmation. S’il change, elle vous est redemandée.',
  useAnyway: 'Utiliser quand même…',
  confirmTitle: (name: string): string => `Utiliser le pack contesté ${name}\u00A0?`,
  confirmWhat:
    'Les réponses qui l’utilisent indiquent qu’il est contesté. Si le pack change, la confirmation vous est redemandée.',
  confirm: 'Utiliser',
  cancel: 'Annuler',
  withdraw: 'Retirer la confirmation',
  scanned: (places: number, left: number): string => {
    const looked = `Recherche dans ${plural(places, 'emplacement', 'emplacements')}`;
    return left === 0 ? looked : `${looked}, ${plural(left, 'non chargé', 'non chargés')}`;
  },
  noFolder: 'dossier inexistant',
  found: packsText,
  chips: 'Packs dans ce chat',
  remove: (name: string): string => `Ne plus utiliser ${name}`,
  add: 'Ajouter un pack (@)',
  noneToAdd: 'Aucun pack à ajouter.',
  place: {
    gone: 'Ce fichier n’est plus dans le pack.',
    changed: 'Le fichier a changé depuis sa lecture.',
    noSection: 'Le fichier n’a plus cette section.',
    from: (pack: string, version: string): string => `${pack} ${version}`.trim(),
  },
  publishing: {
    title: 'Publier comme pack',
    name: 'Nom',
    lens: 'Prisme',
    wholeWiki: 'Tout le wiki',
    folder: 'Dossier',
    folderHint: 'Dans ce coffre. Les agents cherchent dans .agents/knowledge.',
    reading: 'Vérification de ce qu’il faut inclure…',
    goesIn: 'Contenu',
    parts: {
      'KNOWLEDGE.md': 'de quoi il s’agit, comment le lire',
      'wiki/': pagesText,
      'compiled/splits/': (files: number): string => `${filesText(files)}, par type`,
      'compiled/briefing.md': 'la version courte',
      'indexes/': (quotes: number): string => `${plural(quotes, 'citation', 'citations')}, avec les sources`,
      'sources/': filesText,
      'runs/': 'comment il a été fait',
    },
    briefing: (tokens: number, budget: number): string => `Version courte\u00A0: ${tokens} jetons sur ${budget}`,
    budget: 'Nombre maximal de jetons de la version courte',
    withSources: 'Inclure les sources entières',
    withSourcesHint: 'Sans elles, les lecteurs voient les citations mais ne peuvent pas les vérifier.',
    follow: 'Republier après chaque modification appliquée',
    says: (status: string): string => `État\u00A0: ${status}`,
    trust: (trust: string): string => `Confiance\u00A0: ${trust}`,
    leftOut: 'Laissé de côté',
    withheld: {
      secret: (n: number): string =>
        `${plural(n, 'ligne qui ressemble à une clé', 'lignes qui ressemblent à des clés')}.`,
      path: (n: number): string => `${plural(n, 'chemin de fichier remplacé', 'chemins de fichiers remplacés')}.`,
      source: (n: number): string =>
        `${plural(n, 'source n’est pas copiée entière', 'sources ne sont pas copiées entières')}.`,
    },
    hidden: (n: number): string => `${plural(n, 'page masquée', 'pages masquées')} par ce prisme.`,
    show: 'Afficher',
    settle: 'Trancher les contradictions',
    size: (size: string, files: number): string => `${size}, ${filesText(files)}`,
    go: 'Publier le pack',
    cancel: 'Annuler',
    job: 'Publication',
    done: (place: string): string => `Publié dans ${place}.`,
    same: (place: string): string => `Rien n’a changé dans ${place}.`,
  },
};
