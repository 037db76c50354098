// `node build-rooms.mjs OUTFILE ROOM...`: rooms of the core as the plugin ships them.
import { build } from 'esbuild';
import { coreBuild } from '../../scripts/build/options.mjs';

const [outfile, ...rooms] = process.argv.slice(2);
await build({ ...coreBuild(rooms), outfile, write: true, logLevel: 'error' });
