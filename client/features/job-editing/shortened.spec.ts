import { shortened, type ChangedText } from './job-words';

const WORDS = Array.from({ length: 30 }, (_none, index) => `w${index}`).join(' ');
const part = (change: ChangedText['change'], text: string): ChangedText => ({ change, text });

describe('excerpt of a changed text', () => {
  it('contains some words around a change', () => {
    expect(
      shortened([part('same', `${WORDS} `), part('removed', 'old'), part('added', 'new'), part('same', ` ${WORDS}`)]),
    ).toEqual([
      part('same', '… w22 w23 w24 w25 w26 w27 w28 w29 '),
      part('removed', 'old'),
      part('added', 'new'),
      part('same', ' w0 w1 w2 w3 w4 w5 w6 w7 …'),
    ]);
  });

  it('contains some words beside each of two changes', () => {
    const [, between] = shortened([part('added', 'a'), part('same', ` ${WORDS} `), part('added', 'b')]);
    expect(between!.text).toBe(' w0 w1 w2 w3 w4 w5 w6 w7 … w22 w23 w24 w25 w26 w27 w28 w29 ');
  });

  it('contains the whole text if it is short or unchanged', () => {
    for (const parts of [[part('same', 'a b '), part('added', 'c')], [part('same', WORDS)]])
      expect(shortened(parts)).toEqual(parts);
  });
});
