import { type browser as english } from '../en/browser';
import { listText } from '../format';
import { plural } from './plural';

export const browser: typeof english = {
  name: 'Living Wiki',
  title: (screen: string, wiki: string): string => `${screen} · ${wiki} · Living Wiki`,
  close: 'Fermer',
  wiki: 'Wiki',
  screens: 'Écrans',
  changes: (n: number): string => (n === 0 ? 'Modifications' : `Modifications (${n})`),
  problems: 'Problèmes',
  history: 'Historique',
  together: 'Tout relire ensemble',
  noChanges: 'Aucune proposition à relire.',
  noChangesHint: 'Les nouvelles propositions apparaissent ici automatiquement.',
  noWiki: 'Ce jeton ne donne accès à aucun wiki de ce serveur.',
  mayRead:
    'Vous pouvez lire, mais pas décider. Pour décider, demandez au propriétaire du serveur un jeton avec le rôle «\u00A0review\u00A0».',
  mayPropose:
    'Vous pouvez proposer des corrections, mais pas décider. Pour décider, demandez au propriétaire du serveur un jeton avec le rôle «\u00A0review\u00A0».',
  refused: 'Ce jeton ne le permet pas.',
  refusedRemedy: 'Demandez au propriétaire du serveur un jeton avec le rôle «\u00A0review\u00A0».',
  offline: 'Le serveur ne répond pas.',
  offlineRemedy: 'Vérifiez la connexion, puis réessayez.',
  elsewhere: 'Cette page ne le permet pas. Utilisez Obsidian ou la ligne de commande.',
  queued: (n: number): string =>
    `${plural(n, 'source', 'sources')} en file d’attente. La proposition apparaîtra sous «\u00A0Modifications\u00A0».`,
  planQueued: 'La source va être relue. La nouvelle proposition remplacera celle-ci sous «\u00A0Modifications\u00A0».',
  waits: (source: string): string => `«\u00A0${source}\u00A0» n’a pas encore été lue`,
  notStarted:
    'Aucun worker n’a commencé. Si cela dure, demandez au propriétaire du serveur si un worker est en marche.',
  notRead: (source: string): string => `«\u00A0${source}\u00A0» n’a pas été lue`,
  nothing: 'Il n’y avait rien à faire.',
  cancelled: 'Quelqu’un a annulé la tâche.',
  unchanged: 'Le wiki est inchangé.',
  again: 'Réessayer',
  branch: {
    on: (name: string): string => `Aussi sur la branche ${name}.`,
    buildsOn: (titles: readonly string[]): string =>
      `Pas encore de branche, car elle s’appuie sur ${listText(titles.map((title) => `«\u00A0${title}\u00A0»`))}. Une fois la décision prise, la branche suit dans les trente secondes.`,
    stale:
      'Pas de branche, car elle s’appuie sur une proposition qui n’a pas été entièrement appliquée, et ne correspond pas aux pages sans elle.',
    staleRemedy: 'Relisez sa source pour qu’une nouvelle proposition la remplace, ou rejetez-la.',
    staleWithoutSource: 'Rejetez-la.',
    conflict:
      'Pas de branche, car quelqu’un a modifié les mêmes endroits depuis. Réglez les conflits ici, ou rejetez-la.',
    unsupported:
      'Pas de branche, car elle n’aurait rien à y montrer\u00A0: ses citations ne sont pas dans les sources, ou les pages ont déjà ses modifications. Décidez ici.',
    soon: 'Pas encore de branche. Le serveur l’ajoute quand il consulte à nouveau le dépôt, en général dans les trente secondes.',
    other: (why: string): string => `Pas de branche. ${why}`,
    readAgain: 'Relire sa source',
  },
  signIn: {
    title: 'Relire un wiki',
    label: 'Jeton',
    go: 'Ouvrir',
    hint: 'Demandez-le au propriétaire du serveur, qui crée les jetons avec «\u00A0living-wiki token new\u00A0». Cet onglet le garde jusqu’à sa fermeture.',
    refused: 'Le serveur ne connaît pas ce jeton, ou il a expiré.',
    ended: 'Votre jeton n’est plus valable. Saisissez-en un nouveau.',
    out: 'Se déconnecter',
  },
};
