// What `npm run bench` (web/tools/bench.mjs) needs of this folder, as one bundle.
export { bench } from './bench.ts';
export { ourStep, type PeerName, peerRows } from './peers.ts';
export { markdownHead, markdownRow, type Row } from './rows.ts';
