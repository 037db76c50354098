import { useBuiltRooms } from './rooms';

useBuiltRooms('base', 'vault', 'markdown', 'workspace', 'wiki', 'change', 'search', 'lint', 'ingest');
