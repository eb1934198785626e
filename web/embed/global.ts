// What a script tag loads: everything of the package under `globalThis.addnorm`, and <addnorm-lab> registered.
import '../element/define.ts';
import { AddnormLab } from '../element/index.ts';
import * as lab from '../lab/index.ts';
import * as lib from '../lib/index.ts';
import { embed } from './embed.ts';

Object.assign(globalThis, { addnorm: { ...lib, ...lab, AddnormLab, embed } });
