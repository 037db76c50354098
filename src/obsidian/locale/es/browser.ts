import { type browser as english } from '../en/browser';
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
