// The one schema of messages between a page and a lab in its frame: what is sound passes, and whatever is not is named.
import { describe, expect, test } from 'vitest';
import { faultOf, isOurs } from '../../web/embed/protocol.ts';

const SET = { type: 'addnorm:set', v: 1, id: '' } as const;
const SOUND = [
  SET,
  { ...SET, theme: 'dark' },
  { ...SET, id: 'left', config: { depth: 12, placement: 'post,pre', depth_hide: true } },
  { type: 'addnorm:ready', v: 1, id: '', height: 812 },
  { type: 'addnorm:resize', v: 1, id: '', height: 0 },
  { type: 'addnorm:state', v: 1, id: '', state: 'running', step: 12, config: {} },
  { type: 'addnorm:error', v: 1, id: '', message: 'out of memory' },
] as const;

test.each(SOUND)('takes %j', (message) => {
  expect(isOurs(message)).toBe(true);
  expect(faultOf(message)).toBeUndefined();
});

test.each([
  undefined,
  null,
  5,
  'addnorm:set',
  [],
  {},
  { type: 'resize' },
  { type: 'toString' },
  { type: null },
])('does not take %j for one of its own', (data) => expect(isOurs(data)).toBe(false));

describe('names what is wrong', () => {
  const big = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`key${i}`, 1]));
  test.each([
    [{ ...SET, v: 2 }, 'v'],
    [{ ...SET, id: undefined }, 'id'],
    [{ ...SET, theme: 'blue' }, 'theme'],
    [{ ...SET, theme: null }, 'theme'],
    [{ ...SET, config: null }, 'config'],
    [{ ...SET, config: [] }, 'config'],
    [{ ...SET, config: 'depth=12' }, 'config'],
    [{ ...SET, config: { depth: { valueOf: 12 } } }, 'config'],
    [{ ...SET, config: { lr: NaN } }, 'config'],
    [{ ...SET, config: { text: 'x'.repeat(10_001) } }, 'config'],
    [{ ...SET, config: big }, 'config'],
    [{ ...SET, onload: 'alert(1)' }, 'onload'],
    [{ type: 'addnorm:resize', v: 1, id: '', height: NaN }, 'height'],
    [{ type: 'addnorm:resize', v: 1, id: '', height: -1 }, 'height'],
    [{ type: 'addnorm:resize', v: 1, id: '', height: Infinity }, 'height'],
    [{ type: 'addnorm:resize', v: 1, id: '', height: '900' }, 'height'],
    [{ type: 'addnorm:ready', v: 1, id: '' }, 'height'],
    [{ type: 'addnorm:state', v: 1, id: '', state: 'running', step: NaN, config: {} }, 'step'],
    [{ type: 'addnorm:error', v: 1, id: '', message: 5 }, 'message'],
  ] as const)('%j', (message, name) => expect(faultOf(message)?.name).toBe(name));
});
