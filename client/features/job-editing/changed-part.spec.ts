import fc from 'fast-check';
import { changedPart } from './changed-part';

const WORDS = Array.from({ length: 30 }, (_none, index) => `w${index}`).join(' ');

describe('the part of a text that changed', () => {
  it('is shown with some words around it', () => {
    expect(changedPart(WORDS, WORDS.replace('w15', 'new words'))).toEqual({
      before: '… w7 w8 w9 w10 w11 w12 w13 w14 w15 w16 w17 w18 w19 w20 w21 w22 w23 …',
      after: '… w7 w8 w9 w10 w11 w12 w13 w14 new words w16 w17 w18 w19 w20 w21 w22 w23 …',
    });
  });

  it('is all of it where the texts are short, and what was added where something was', () => {
    expect(changedPart('a b', 'a c')).toEqual({ before: 'a b', after: 'a c' });
    expect(changedPart('a a', 'a a a')).toEqual({ before: 'a a', after: 'a a a' });
    expect(changedPart('', 'new')).toEqual({ before: '', after: 'new' });
  });

  it('differs whenever the words do', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 60 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const part = changedPart(before, after);
        expect(part.before === part.after).toBe(before === after);
      }),
    );
  });
});
