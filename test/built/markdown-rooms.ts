import { useBuiltRooms } from './rooms';

useBuiltRooms('base', 'vault', 'markdown', 'workspace');
