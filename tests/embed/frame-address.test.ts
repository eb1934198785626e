// What the address of the page for frames says, and that nothing in it is taken unseen.
import { describe, expect, test } from 'vitest';
import { messagesDe } from '../../web/element/messages.de.ts';
import { messagesEn } from '../../web/element/messages.en.ts';
import { paramsOf, readFrameAddress } from '../../web/embed/frame-address.ts';

const noticesOf = (search: string, hash = '') => readFrameAddress(search, hash).notices(messagesEn);

describe('an address', () => {
  test('may be empty', () => {
    const { notices, ...values } = readFrameAddress('', '');
    expect(values).toEqual({
      theme: 'auto',
      controls: 'all',
      lang: 'en',
      autoplay: false,
      resize: 'addnorm',
      id: '',
      params: [],
    });
    expect(notices(messagesEn)).toEqual([]);
  });

  test('has what is the frame’s after the ?, and the settings after the #', () => {
    const { notices, ...values } = readFrameAddress(
      '?v=1&theme=dark&controls=basic&lang=de&autoplay=true&resize=lti&id=left&view=gradients',
      '#depth=12&lr_hide=1',
    );
    expect(notices(messagesDe)).toEqual([]);
    expect(values).toEqual({
      theme: 'dark',
      controls: 'basic',
      lang: 'de',
      autoplay: true,
      resize: 'lti',
      id: 'left',
      params: [
        ['view', 'gradients'],
        ['depth', '12'],
        ['lr_hide', '1'],
      ],
    });
  });

  test('may have settings after the ?, since some hosts cut off the rest; those after the # come over them', () => {
    const { params } = readFrameAddress('?depth=3&warmup=200&preset=deep', '#depth=12');
    expect(params).toEqual([
      ['depth', '12'],
      ['warmup', '200'],
      ['preset', 'deep'],
    ]);
  });

  test('may have more after the ? that a host has put there', () => {
    expect(readFrameAddress('?utm_source=mail&fbclid=1', '').params).toEqual([]);
  });

  test('may be one of the whole lab', () => {
    const { theme, params } = readFrameAddress('', '#v=1&depth=12&theme=dark');
    expect([theme, params]).toEqual(['dark', [['depth', '12']]]);
  });
});

describe('says what it does not take', () => {
  test.each([
    ['?theme=blue', 'theme: "blue" is not allowed (must be "auto" or "light" or "dark"); "auto" is used'],
    ['?controls=some', 'controls: "some" is not allowed (must be "all" or "basic" or "none"); "all" is used'],
    ['?lang=fr', 'lang: "fr" is not allowed (must be "en" or "de"); "en" is used'],
    ['?v=2', 'v: "2" is not allowed (must be "1"); "1" is used'],
    ['?autoplay=maybe', 'autoplay: "maybe" is not allowed (must be true or false); "false" is used'],
    ['?resize=x', 'resize: "x" is not allowed (must be "addnorm" or "lti"); "addnorm" is used'],
  ])('%s', (search, notice) => expect(noticesOf(search)).toEqual([notice]));

  test('an id that is too long', () => {
    const { id, notices } = readFrameAddress(`?id=${'x'.repeat(101)}`, '');
    expect(id.length).toBeLessThanOrEqual(100);
    expect(notices(messagesEn)).toHaveLength(1);
  });
});

test('settings of a message become keys and texts', () => {
  expect(paramsOf({ depth: 12, lr: 0.005, depth_hide: true, causal: false, placement: 'post,pre' })).toEqual([
    ['depth', '12'],
    ['lr', '0.005'],
    ['depth_hide', '1'],
    ['causal', '0'],
    ['placement', 'post,pre'],
  ]);
});
