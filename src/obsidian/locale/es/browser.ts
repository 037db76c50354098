import { type browser as english } from '../en/browser';
import { listText } from '../format';
import { plural } from './plural';

export const browser: typeof english = {
  name: 'Living Wiki',
  title: (screen: string, wiki: string): string => `${screen} · ${wiki} · Living Wiki`,
  close: 'Cerrar',
  wiki: 'Wiki',
  screens: 'Pantallas',
  changes: (n: number): string => (n === 0 ? 'Cambios' : `Cambios (${n})`),
  problems: 'Problemas',
  history: 'Historial',
  together: 'Revisar todo junto',
  noChanges: 'No hay propuestas que revisar.',
  noChangesHint: 'Las propuestas nuevas aparecen aquí automáticamente.',
  noWiki: 'Este token no da acceso a ningún wiki de este servidor.',
  mayRead: 'Puedes leer, pero no decidir. Para decidir, pide al propietario del servidor un token con el rol «review».',
  mayPropose:
    'Puedes proponer correcciones, pero no decidir. Para decidir, pide al propietario del servidor un token con el rol «review».',
  refused: 'Este token no lo permite.',
  refusedRemedy: 'Pide al propietario del servidor un token con el rol «review».',
  offline: 'El servidor no responde.',
  offlineRemedy: 'Comprueba la conexión e inténtalo de nuevo.',
  elsewhere: 'Esta página no puede hacerlo. Usa Obsidian o la línea de comandos.',
  queued: (n: number): string => `${plural(n, 'fuente', 'fuentes')} en cola. La propuesta aparecerá en «Cambios».`,
  planQueued: 'La fuente se leerá de nuevo. La propuesta nueva sustituirá a esta en «Cambios».',
  waits: (source: string): string => `«${source}» aún no se ha leído`,
  notStarted:
    'Ningún worker ha empezado. Si sigue así, pregunta al propietario del servidor si hay un worker en marcha.',
  notRead: (source: string): string => `«${source}» no se ha leído`,
  nothing: 'No había nada que hacer.',
  cancelled: 'Alguien ha cancelado la tarea.',
  unchanged: 'La wiki no ha cambiado.',
  again: 'Reintentar',
  branch: {
    on: (name: string): string => `También en la rama ${name}.`,
    buildsOn: (titles: readonly string[]): string =>
      `Aún sin rama, porque se basa en ${listText(titles.map((title) => `«${title}»`))}. Cuando se decida, la rama aparecerá en treinta segundos.`,
    stale:
      'Sin rama, porque se basa en una propuesta que no se aplicó por completo y, sin ella, no encaja en las páginas.',
    staleRemedy: 'Lee de nuevo su fuente para obtener una propuesta nueva en su lugar, o recházala.',
    staleWithoutSource: 'Recházala.',
    conflict: 'Sin rama, porque alguien cambió los mismos lugares después. Resuelve los conflictos aquí, o recházala.',
    unsupported:
      'Sin rama, porque no habría nada que mostrar: sus citas no están en las fuentes, o las páginas ya tienen sus cambios. Decide aquí.',
    soon: 'Aún sin rama. El servidor la añade la próxima vez que mira el repositorio, normalmente en treinta segundos.',
    other: (why: string): string => `Sin rama. ${why}`,
    readAgain: 'Leer de nuevo su fuente',
  },
  signIn: {
    title: 'Revisar un wiki',
    label: 'Token',
    go: 'Abrir',
    hint: 'Pídelo al propietario del servidor, que crea los tokens con «living-wiki token new». Esta pestaña lo conserva hasta que la cierres.',
    refused: 'El servidor no conoce este token, o ha caducado.',
    ended: 'Tu token ya no es válido. Introduce uno nuevo.',
    out: 'Cerrar sesión',
  },
};
