// What `npm run bench` (web/tools/bench.mjs) needs of this folder, as one bundle.
export { bench } from './bench.ts';
export { PEERS, type PeerName, peerRows, type PeerTimes } from './peers.ts';
export { markdownHead, markdownRow, type Row } from './rows.ts';
export { STEP_WORKS } from './works.ts';
