import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { WeightedTerm } from '../model/document-terms.js';
import { TrainingCorpus } from './training-corpus.js';

function termsOf(words: readonly string[]): WeightedTerm[] {
  return words.map((word, index) => ({
    term: word.toLowerCase(),
    surface: word,
    weight: 1 + index / 3,
    isSubject: index === 0,
  }));
}

describe('[SEARCH-14] documents for the model of word meanings', () => {
  it('are those of one employer after each other, without repeated texts', () => {
    const corpus = new TrainingCorpus();
    const documents = [
      { employer: 'b', words: ['Nurse', 'Night'] },
      { employer: 'a', words: ['Cook'] },
      { employer: 'b', words: ['Driver'] },
      { employer: 'c', words: ['Night', 'Nurse'] },
    ];
    for (const { employer, words } of documents) corpus.add({ employer, language: 'en', terms: termsOf(words) });
    const read = corpus.byEmployer().map(({ employer, terms, surfaces, weights, isSubject }) => ({
      employer,
      terms: [...terms].map((term) => corpus.terms.textOf(term)),
      surfaces: [...surfaces].map((surface) => corpus.surfaces.textOf(surface)),
      weights: [...weights],
      isSubject: [...isSubject],
    }));
    expect(read).toEqual([
      { employer: 'a', terms: ['cook'], surfaces: ['Cook'], weights: [1], isSubject: [1] },
      {
        employer: 'b',
        terms: ['nurse', 'night'],
        surfaces: ['Nurse', 'Night'],
        weights: [1, 4 / 3],
        isSubject: [1, 0],
      },
      { employer: 'b', terms: ['driver'], surfaces: ['Driver'], weights: [1], isSubject: [1] },
    ]);
    expect(corpus.size).toBe(3);
  });

  it('leave room in the heap of a server', () => {
    const before = usedHeap();
    const corpus = new TrainingCorpus();
    for (let document = 0; document < 4000; document++) {
      // Words cut out of a text, as the tokenizer does.
      const text = Array.from({ length: 200 }, (_, word) => `Wordnumber${(document * 7 + word * 13) % 9973}`).join(' ');
      corpus.add({ employer: `${document % 50}`, language: 'en', terms: termsOf(text.split(' ')) });
    }
    expect(corpus.size).toBe(4000);
    // 800,000 terms: as objects they took over 100 bytes each.
    expect(usedHeap() - before).toBeLessThan(16e6);
  });
});

function usedHeap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return getHeapStatistics().used_heap_size;
}
