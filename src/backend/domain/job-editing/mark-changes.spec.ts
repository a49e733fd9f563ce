import fc from 'fast-check';
import { comparedText, markChanges } from './changed-fields.js';

describe('marking changes in a text', () => {
  it('marks whole words, not the letters in which they differ', () => {
    expect(markChanges('You look after the bees.', 'You look after the pear trees.')).toEqual([
      { __typename: 'ChangedText', text: 'You look after the ', change: 'same' },
      { __typename: 'ChangedText', text: 'bees', change: 'removed' },
      { __typename: 'ChangedText', text: 'pear trees', change: 'added' },
      { __typename: 'ChangedText', text: '.', change: 'same' },
    ]);
  });

  it('contains both versions completely', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'é', ','), { maxLength: 30 }).map((words) => words.join(' '));
    const wordsOf = (value: string) => value.replace(/\s+/g, '');
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = markChanges(before, after);
        const without = (change: string) =>
          wordsOf(parts.flatMap((part) => (part.change === change ? [] : part.text)).join(''));
        expect([without('added'), without('removed')]).toEqual([wordsOf(before), wordsOf(after)]);
      }),
    );
  });

  it('stops comparing texts that take too long, and still shows both', () => {
    const words = (seed: number) => Array.from({ length: 12_000 }, (_none, at) => `w${(at * seed) % 9973}`).join(' ');
    const [before, after] = [words(7), words(31)];
    const started = Date.now();
    const parts = markChanges(before, after);
    expect(Date.now() - started).toBeLessThan(2000);
    expect(parts.map(({ change }) => change)).toEqual(['removed', 'added']);
  });
});

describe('comparing rich text', () => {
  it('includes its headings and link targets', () => {
    const html = '<h2>Duties</h2><p>See <a href="https://example.org/" rel="nofollow">our site</a>.</p>';
    expect(comparedText(html)).toBe('Duties See our site (https://example.org/).');
  });
});
