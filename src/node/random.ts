import { randomInt } from 'node:crypto';
import { type Random } from '../workbench';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

export const nodeRandom: Random = {
  id: (length) => Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(''),
};
