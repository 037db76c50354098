import { type Texts } from '../texts';
import { plural } from './plural';

const changes = (n: number): string => plural(n, 'modification', 'modifications');
const proposals = (n: number): string => plural(n, 'proposition', 'propositions');
const files = (n: number): string => plural(n, 'fichier', 'fichiers');
const pages = (n: number): string => plural(n, 'page', 'pages');

export const review: Texts['review'] = {
  name: 'Relire les modifications',
  overviewTitle: 'Toutes les propositions',
  from: 'de',
  lens: (title: string): string => `prisme ${title}`,
  loading: 'Chargement des modifications…',
  nothing: 'Aucune proposition à relire.',
  more: 'Plus d’actions',
  asked:
    'Vous avez demandé cette modification\u00A0: tout y est donc accepté. Parcourez-la, puis appuyez sur Entrée ou «\u00A0Appliquer\u00A0».',
  undecidedOnly: 'À décider seulement',
  nextDecision: 'Décision suivante',
  acceptThis: 'Accepter cette modification',
  rejectThis: 'Refuser cette modification',
  decidedOf: (n: number, total: number): string => `${plural(n, 'décidée', 'décidées')} sur ${total}`,
  seen: 'vu',
  queue: {
    title: 'En attente',
    place: (at: number, total: number): string => `Proposition ${at} sur ${total}`,
    pages: files,
    more: (n: number): string => `${n} de plus`,
  },
  gone: 'Cette proposition n’existe plus.',
  goneHint: 'Son fichier a été retiré de .wiki/proposals. Rien n’a été écrit.',
  tryAgain: 'Réessayer',

  layout: 'Affichage',
  layouts: { unified: 'Unifié', split: 'Côte à côte', rendered: 'Mis en forme', page: 'Page' },

  files: 'Fichiers',
  groups: {
    created: 'Créés',
    updated: 'Mis à jour',
    renamed: 'Renommés',
    deleted: 'Supprimés',
    generated: 'Générés',
  },
  updated: 'mis à jour',
  unchanged: 'inchangé',
  marks: { all: 'tout accepté', some: 'accepté en partie', none: 'rien d’accepté', rejected: 'tout refusé' },
  ofTotal: (n: number, total: number): string => `${n} sur ${total}`,
  conflictMark: 'conflit',
  movedMark:
    'Cette page a été modifiée après la proposition. Les modifications s’appliquent maintenant à son texte actuel.',
  linkedOutside: (notes: readonly string[]): string => {
    const more = notes.length > 5 ? ` et ${notes.length - 5} de plus` : '';
    return `Les liens des notes hors du wiki ne sont pas mis à jour\u00A0: ${notes.slice(0, 5).join(', ')}${more}.`;
  },
  lintAfter: 'Lint après application',
  lintSame: 'aucune différence',
  generatedNote: 'Mis à jour automatiquement selon les modifications que vous acceptez.',
  generatedSame: 'Aucune modification.',
  generatedLoading: 'Mise à jour de l’aperçu…',

  change: (at: number, total: number, title: string): string => `Modification ${at} sur ${total} · ${title}`,
  changeLabel: (at: number, total: number, title: string, state: string): string =>
    `Modification ${at} sur ${total}, ${title}, ${state}`,
  states: { accepted: 'acceptée', rejected: 'refusée', undecided: 'à décider' },
  accept: 'Accepter',
  accepted: 'Acceptée',
  reject: 'Refuser',
  rejected: (reason: string | undefined): string => (reason ? `Refusée\u00A0: ${reason}` : 'Refusée'),
  rejectedByNeed: 'Refusée\u00A0: dépend d’une modification refusée',
  undoDecision: 'Annuler la décision',
  edit: 'Modifier',
  edited: 'modifiée par vous',
  revert: 'Revenir au texte proposé',
  save: 'Enregistrer et accepter',
  cancel: 'Annuler',
  reasonAt: (line: number | null, text: string, reason: string): string =>
    line === null ? `«\u00A0${text}\u00A0»\u00A0: ${reason}` : `Ligne ${line}, «\u00A0${text}\u00A0»\u00A0: ${reason}`,
  about: (text: string): string => `À propos de «\u00A0${text}\u00A0»`,
  reasonPlaceholder: 'Motif (facultatif)',
  reasonHint: 'Guide les prochaines propositions.',
  reasons: 'Motifs récents',
  never: (title: string): string => `Jamais de page pour «\u00A0${title}\u00A0»`,
  neverSaid: (title: string): string =>
    `«\u00A0${title}\u00A0» n’aura plus de page. Vous pouvez changer cela dans les paramètres.`,
  usualReasons: ['Garder la formulation actuelle', 'Inexact', 'Pas pour cette page'] as readonly string[],
  textOf: (title: string): string => `Texte de «\u00A0${title}\u00A0»`,
  unchangedContext: 'Texte inchangé sur la même ligne',
  quoteNotFound: 'citation introuvable',
  noLongerSaid: (text: string, reason: string | null): string =>
    `Retire l’affirmation «\u00A0${text}\u00A0»${reason === null ? '' : ` Motif\u00A0: ${reason}`}`,
  footnote: (number: number | string, source: string, quote: string | null): string =>
    `Note de bas de page ${number}, ${source}${quote === null ? '' : `\u00A0: «\u00A0${quote}\u00A0»`}`,

  contradiction: {
    disagree: 'Deux sources se contredisent',
    question: (attribute: string, names: readonly [string, string] | null): string => {
      const what = names === null ? 'quelle affirmation est juste\u00A0?' : `${names[0]} ou ${names[1]}\u00A0?`;
      return attribute === '' ? what : `${attribute}\u00A0: ${what}`;
    },
    current: 'La page dit',
    proposed: 'La nouvelle source dit',
    who: 'Qui le dit',
    when: 'Quand',
    authority: 'Autorité',
    page: 'Page',
    nobody: 'Sans source. Vous avez sans doute écrit cette phrase.',
    undated: 'Sans date',
    openFor: (days: number): string =>
      days < 1 ? 'Trouvée aujourd’hui' : `Ouverte depuis ${plural(days, 'jour', 'jours')}`,
    first: 'Une source dit',
    second: 'Une autre source dit',
    lead: 'Choisissez l’affirmation qui est juste.',
    says: 'Où le wiki le dit',
    bothSides: 'cite les deux',
    holds: (value: string): string => `${value} est juste`,
    answers: {
      current: 'La première est juste',
      proposed: 'La seconde est juste',
      both: 'Les deux sont justes',
      open: 'Laisser ouverte',
    },
    what: {
      current: 'La première reste. Quand vous appliquez, la seconde passe dans History avec sa date.',
      proposed: 'La seconde reste. Quand vous appliquez, la première passe dans History avec sa date.',
      both: 'Les deux restent sur la page, et une note indique que les deux sont gardées.',
      open: 'Les deux restent sur la page avec un avertissement, et lint les signale jusqu’à ce que vous tranchiez.',
    },
    settled: {
      current: 'La seconde passe dans History avec sa date. Vous relisez d’abord.',
      proposed: 'La première passe dans History avec sa date. Vous relisez d’abord.',
      both: 'Les deux restent, et une note l’indique. Vous relisez d’abord.',
      open: 'Rien ne change.',
    },
    said: {
      current: 'La première est juste.',
      proposed: 'La seconde est juste.',
      both: 'Les deux sont justes.',
      open: 'Laissée ouverte.',
    },
  },

  combined: {
    title: (path: string): string => `Toutes les propositions pour ${path}`,
    others: (n: number): string => `${plural(n, 'autre proposition', 'autres propositions')} pour cette page`,
    lead: (n: number): string =>
      `${plural(n, 'proposition modifie', 'propositions modifient')} cette page. Les modifications suivent l’ordre de la page\u00A0; celles refusées sont omises.`,
    open: (title: string): string => `Relire\u00A0: ${title}`,
    overlaps:
      'Une autre proposition modifie le même texte. Quand vous appliquez l’une, l’autre est fusionnée, ou la question vous est posée.',
    none: 'Aucune modification de cette page n’est en attente.',
  },

  inline: {
    label: (title: string): string => `Modification proposée\u00A0: ${title}`,
    removed: 'Ce texte serait retiré.',
    open: 'Relire…',
    setting: 'Modifications proposées dans les notes ouvertes',
    settingWhat: 'Les affiche à leur place, avec des boutons pour accepter ou refuser chacune.',
  },

  overview: {
    sources: 'Sources',
    readIn: (time: string): string => `Lu en ${time}`,
    title: (sources: number, pageCount: number): string =>
      sources === 0 ? `${pages(pageCount)} à relire` : `${plural(sources, 'source', 'sources')}, ${pages(pageCount)}`,
    disagreeOn: (one: string, other: string): string => `Ces deux sources se contredisent\u00A0: ${one} et ${other}`,
    disagree: (attribute: string): string =>
      attribute === '' ? 'Deux sources se contredisent' : `Deux sources se contredisent\u00A0: ${attribute}`,
    on: (page: string): string =>
      `Sur la page «\u00A0${page}\u00A0». Les deux affirmations restent, avec un avertissement, jusqu’à ce que vous tranchiez.`,
    newPages: (n: number): string => plural(n, 'nouvelle page', 'nouvelles pages'),
    changedPages: (n: number): string => plural(n, 'page modifiée', 'pages modifiées'),
    from: (names: readonly string[], total: number, quotes: number): string => {
      const all = names.length === total && total === 2 ? 'les deux sources' : `${names.length} sources sur ${total}`;
      return `D’après ${names.length === 1 ? (names[0] ?? '') : all} · ${plural(quotes, 'citation', 'citations')}`;
    },
    first: (shown: number, total: number): string => `Les ${shown} premières propositions sur ${total}`,
    untilApply: 'Rien n’est écrit avant que vous n’appliquiez. Vous pourrez l’annuler ensuite.',
    left: (n: number): string =>
      `${plural(n, 'proposition demande', 'propositions demandent')} votre décision\u00A0: une citation manque, une affirmation est retirée ou une page a été modifiée.`,
    oneByOne: 'Relire page par page',
    apply: (n: number): string => `Appliquer ${pages(n)}`,
    applyKey: (mod: string): string => `${mod} Enter`,
    applying: 'Application des propositions',
    applied: (proposalCount: number, fileCount: number): string =>
      `${plural(proposalCount, 'proposition appliquée', 'propositions appliquées')}, ${plural(fileCount, 'fichier écrit', 'fichiers écrits')}`,
    undoable: 'Vous pouvez annuler chacune d’elles dans l’historique.',
    leftOver: (n: number): string =>
      `${plural(n, 'proposition attend', 'propositions attendent')} encore votre décision. Rien n’en a été écrit.`,
    reviewLeft: (n: number): string => `Relire ${proposals(n)}`,
  },

  account: {
    title: 'Ce que deviennent les affirmations de cette page',
    counts: { kept: 'Gardées', added: 'Nouvelles', moved: 'Déplacées', dropped: 'Retirées' },
    dropped: 'Affirmations retirées',
    droppedLabel: (text: string): string => `Affirmation retirée\u00A0: ${text}`,
    droppedChip: (n: number): string => plural(n, 'affirmation retirée', 'affirmations retirées'),
    movedChip: (to: string | null): string =>
      to === null ? '1 affirmation déplacée vers le haut' : `1 affirmation déplacée\u00A0: ${to}`,
    reworded: (n: number): string =>
      `${plural(n, 'affirmation gardée est reformulée', 'affirmations gardées sont reformulées')}.`,
    reason: (reason: string | null): string => (reason === null ? 'Aucun motif donné.' : `Motif\u00A0: ${reason}`),
    noSource: 'Sans source. Vous avez sans doute écrit cette phrase.',
    drop: 'Retirer',
    dropLabel: (text: string): string => `Retirer\u00A0: ${text}`,
    isDropped: 'Retirée',
    keep: 'Garder',
    keepLabel: (text: string): string => `Garder\u00A0: ${text}`,
    keptReason: 'Garder ce que dit la page.',
    kept: 'Gardée.',
    isKept: 'Gardée',
    chosen: (choice: 'keep' | 'drop', open: number): string =>
      `${choice === 'keep' ? 'Gardée' : 'Retirée'}. La même modification retire ${plural(open, 'autre affirmation', 'autres affirmations')}\u00A0: à garder ou retirer aussi.`,
    keptAll:
      'L’une de ces affirmations ne peut être gardée qu’en refusant toute la modification\u00A0; elles restent donc toutes.',
    weakened: 'Reformulée avec moins de détails',
    before: (text: string): string => `Actuellement\u00A0: «\u00A0${text}\u00A0»`,
    under: (heading: string): string => `Sous «\u00A0${heading}\u00A0».`,
    movesTo: (path: string): string => `Vers ${path}.`,
  },
  renameTo: (from: string, to: string): string => `Renommé de ${from} en ${to}`,
  renames: 'Seul le nom du fichier change.',
  asText: 'Afficher en texte',

  added: 'Ajouté\u00A0: ',
  removed: 'Retiré\u00A0: ',
  gap: 'lignes inchangées',
  gapInLine: 'texte inchangé',
  rendered: { added: 'Ajouté', removed: 'Retiré' },

  fields: 'Propriétés',
  properties: (n: number, names: readonly string[]): string =>
    names.length === 0
      ? `Propriétés (${n})`
      : `Propriétés (${n})\u00A0: ${names.join(', ')}${n > names.length ? '…' : ''}`,
  empty: 'vide',
  headItems: (name: string, added: number, removed: number): string =>
    `${name}${added > 0 ? ` +${added}` : ''}${removed > 0 ? ` −${removed}` : ''}`,
  headValue: (name: string, before: string, after: string): string => `${name} ${before} → ${after}`,

  table: 'Tableau',
  whitespaceOnly: 'Seuls des espaces ont changé.',
  sameRows: (n: number): string => plural(n, 'ligne inchangée', 'lignes inchangées'),
  sameColumns: (n: number): string => plural(n, 'colonne inchangée', 'colonnes inchangées'),
  retargeted: (text: string, before: string, after: string): string =>
    `${text === '' ? 'Le lien' : `Le lien «\u00A0${text}\u00A0»`} pointe maintenant vers ${after} au lieu de ${before}`,

  evidence: 'Preuves',
  evidenceFor: (at: number): string => `Preuves de la modification ${at}`,
  noEvidence: 'Aucune citation à l’appui',
  notFromSources: 'Cette modification ne vient d’aucune source\u00A0: il n’y a donc pas de citation.',
  noQuoteNeeded: 'Seule la date de la page change. Aucune citation n’est nécessaire.',
  verdicts: {
    found: 'Citation trouvée',
    'not-found': 'Introuvable dans la source',
    unchecked: 'Citation non vérifiée',
  },
  place: {
    line: (n: number) => `ligne ${n}`,
    page: (n: number) => `page ${n}`,
    chapter: (n: number) => `chapitre ${n}`,
    under: (text: string) => `sous «\u00A0${text}\u00A0»`,
  },
  openSource: 'Ouvrir dans la source',
  reason: 'Pourquoi cette modification',
  whyPage: 'Pourquoi cette page',
  notes: 'Remarques sur cette proposition',
  sourceDifference: {
    title: (path: string): string => `Ce qui a changé dans ${path}`,
    gone: (count: number): string => `${plural(count, 'citation n’est', 'citations ne sont')} plus dans la source`,
    place: (page: string, line: number): string => `${page}, ligne ${line}`,
  },
  keysTitle: 'Raccourcis clavier',

  decided: (accepted: number, total: number): string =>
    total === 0
      ? 'Seuls des fichiers générés changent'
      : `${plural(accepted, 'modification acceptée', 'modifications acceptées')} sur ${total}`,
  untilApply: 'rien n’est écrit avant que vous n’appliquiez',
  acceptAll: 'Tout accepter',
  rejectProposal: 'Refuser la proposition',
  rejectAll: 'Tout refuser…',
  acceptFile: 'Accepter le fichier',
  apply: (accepted: number, total: number): string => {
    if (total === 0) return 'Appliquer';
    return accepted === total ? `Appliquer ${changes(accepted)}` : `Appliquer ${accepted} sur ${total}`;
  },
  applying: 'Application des modifications',
  nothingAccepted: 'Acceptez d’abord au moins une modification.',
  blocked: (n: number): string => `Corrigez ${plural(n, 'problème', 'problèmes')} avant d’appliquer`,
  conflicts: (n: number): string => `Résolvez les conflits de ${files(n)}`,
  goToProblem: 'Aller au problème',
  blockerRemedy: 'Refusez cette modification ou modifiez-la.',
  undecidedTitle: (n: number): string => `${changes(n)} à décider`,
  undecidedText: (accepted: number): string =>
    `Vous avez accepté ${changes(accepted)}. Celles qui restent à décider sont ignorées et ne seront plus proposées.`,
  applyAccepted: (n: number): string => `Appliquer ${n}, ignorer le reste`,
  acceptRest: 'Tout accepter et appliquer',
  keepReviewing: 'Continuer la relecture',
  rejectAllTitle: 'Refuser cette proposition\u00A0?',
  rejectAllText: 'Rien n’est écrit dans le wiki. La source est ignorée jusqu’à ce que vous l’intégriez à nouveau.',

  announce: {
    decided: (what: string, accepted: number, total: number): string =>
      `${what} ${plural(accepted, 'modification acceptée', 'modifications acceptées')} sur ${total}.`,
    related: (n: number): string =>
      `Mise à jour aussi\u00A0: ${plural(n, 'modification liée', 'modifications liées')}.`,
    left: (n: number): string => `${changes(n)} à décider\u00A0: une citation manque, ou une affirmation est retirée.`,
    decisionUndone: 'Décision annulée.',
    edited: 'Modifiée et acceptée.',
    accepted: 'Acceptée.',
    reverted: 'Retour au texte proposé.',
    rejected: (reason: string): string => (reason === '' ? 'Refusée.' : `Refusée\u00A0: ${reason}.`),
    file: (path: string): string => `Fichier affiché\u00A0: ${path}`,
    layout: (name: string): string => `Affichage\u00A0: ${name}`,
    all: 'Tout est affiché.',
    refreshed: 'Une page a changé. La relecture est de nouveau à jour.',
    conflictResolved: 'Conflit résolu.',
    lastHunk: 'Plus de modifications.',
    undecided: (n: number): string => `${changes(n)} à décider.`,
    unsaved: 'Enregistrez ou annulez d’abord votre modification.',
    noQuote: 'Cette modification n’a pas de citation à l’appui.',
    noSource: (id: string): string => `Ce wiki n’a pas de source «\u00A0${id}\u00A0».`,
  },

  conflict: {
    title: 'Modifié depuis la proposition',
    blocked: 'Impossible à appliquer',
    current: 'Texte actuel',
    proposed: 'Texte proposé',
    line: (n: number): string => `Ligne ${n}`,
    keepCurrent: 'Garder le mien',
    skip: 'Ignorer cette modification',
    useProposed: 'Prendre le proposé',
    edit: 'Modifier…',
    editLabel: 'Texte obtenu',
    nothing: 'rien',
  },

  result: {
    applied: 'Appliquée',
    appliedText: (n: number): string =>
      `${plural(n, 'fichier écrit', 'fichiers écrits')}. Vous pouvez l’annuler en une étape.`,
    rejected: 'Refusée',
    rejectedText: 'Rien n’a été écrit dans le wiki.',
    isApplied: 'Déjà appliquée',
    isRejected: 'Déjà refusée',
    elsewhere: (at: string): string => `Décidée hors de cette vue\u00A0: ${at}.`,
    earlier: (at: string): string => `Décidée\u00A0: ${at}.`,
    written: 'Fichiers écrits',
    undo: 'Annuler…',
    undoing: 'Préparation de l’annulation',
    next: (title: string): string => `Suivante\u00A0: ${title}`,
    noNext: 'Aucune autre proposition à relire.',
    was: (title: string, n: number): string =>
      `«\u00A0${title}\u00A0» appliquée\u00A0: ${plural(n, 'fichier écrit', 'fichiers écrits')}.`,
    wasRejected: (title: string): string => `«\u00A0${title}\u00A0» refusée. Rien n’a été écrit.`,
    undoLabel: (title: string): string => `Annuler «\u00A0${title}\u00A0»…`,
    hide: 'Masquer ce message',
    deleted: 'supprimé',
    open: (path: string): string => `Ouvrir ${path}`,
  },

  keys: {
    nextHunk: 'Modification suivante',
    previousHunk: 'Modification précédente',
    nextFile: 'Fichier suivant',
    previousFile: 'Fichier précédent',
    accept: 'Accepter',
    reject: 'Refuser',
    edit: 'Modifier',
    source: 'Ouvrir dans la source',
    undecide: 'Annuler la décision',
    acceptFile: 'Accepter le fichier',
    unified: 'Unifié',
    split: 'Côte à côte',
    rendered: 'Mis en forme',
    page: 'Page',
    text: 'Basculer entre page et texte',
    generated: 'Fichiers générés',
    acceptAll: 'Tout accepter dans cette proposition',
    undecidedOnly: 'À décider seulement',
    comment: 'Commenter le texte sélectionné',
    next: 'Modification à décider suivante\u00A0; après la dernière, appliquer et continuer',
    apply: 'Appliquer',
    keys: 'Raccourcis clavier',
  },
};
