import { useBuiltRooms } from './rooms';

useBuiltRooms('base', 'model');
