// Computes vectors of terms from the documents in which they occur together: positive pointwise mutual information (PPMI), reduced by a
// randomized singular value decomposition. It is a thread of its own, since it takes seconds. The same input gives the same vectors.
import { constants, setPriority } from 'node:os';
import process from 'node:process';
import { normalize, reduceDimensions, withoutCommonDirection } from './reduce-dimensions.mjs';

try {
  // On Linux a priority is that of a thread; elsewhere it would be that of the whole process.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
} catch {
  // Not everywhere is it allowed.
}

/** Frequent contexts count a little less than they occur (Levy, Goldberg and Dagan 2015). */
const CONTEXT_SMOOTHING = 0.75;
const MAX_PAIRS_OF_A_TERM = 1000;

/**
 * @param input `offsets`, `terms` and `isSubject` are documents in compressed rows, those of one employer beside each other: `terms[i]` is
 *   the number of a term, `isSubject[i]` 1 where it stands in the title or is a subject. `employers`: one number a document. `termCount`:
 *   terms are 0 … termCount - 1. `isTaxonomy[t]`: 1 where a term is one of a vocabulary, which documents of all languages share.
 *   `maxPerEmployer`: how often a pair counts at most within the documents of one employer. `minEmployers`: of how many employers a pair
 *   is, at least, to count at all. `taxonomyWeight`: how much more terms of vocabularies count as contexts;
 *   `taxonomyPull`: how much they draw the words that occur with them.
 * @returns one vector of length 1 after the other; of a term without any counting pair, zeros
 */
export function computeTermVectors(input) {
  const { termCount, dimensions, seed } = input;
  const counts = countPairs(input);
  weighByInformation(counts, input);
  const vectors = reduceDimensions(counts, termCount, dimensions, seed);
  for (let term = 0; term < termCount; term++) normalize(vectors, term * dimensions, dimensions);
  alignLanguages(vectors, counts, input);
  withoutCommonDirection(vectors, dimensions, frequencies(input));
  return vectors;
}

/**
 * Draws words to the terms of the vocabularies that they occur with. Words of two languages never occur together: without this, their vectors
 * would tell the languages apart before anything else.
 */
function alignLanguages(vectors, { starts, columns, values }, { termCount, dimensions, isTaxonomy, taxonomyPull }) {
  const drawn = new Float32Array(dimensions);
  for (let term = 0; term < termCount; term++) {
    if (isTaxonomy[term]) continue;
    drawn.fill(0);
    for (let i = starts[term]; i < starts[term + 1]; i++) {
      const context = columns[i];
      if (!isTaxonomy[context] || values[i] === 0) continue;
      // Squared: the few terms that a word mostly occurs with say what it means.
      const weight = values[i] ** 2;
      for (let k = 0; k < dimensions; k++) drawn[k] += weight * vectors[context * dimensions + k];
    }
    normalize(drawn, 0, dimensions);
    for (let k = 0; k < dimensions; k++) vectors[term * dimensions + k] += taxonomyPull * drawn[k];
    normalize(vectors, term * dimensions, dimensions);
  }
}

/**
 * How often each term occurs with others, as compressed rows. A pair counts where one of both is a subject or in the title; at most
 * `maxPerEmployer` times an employer, and not at all where fewer than `minEmployers` have it: whatever one employer repeats a thousand
 * times says nothing about the language.
 */
function countPairs({ offsets, terms, isSubject, employers, termCount, maxPerEmployer, minEmployers }) {
  const occurrences = invert(offsets, terms, termCount);
  const [columns, values, starts] = [[], [], new Uint32Array(termCount + 1)];
  const [total, ofEmployer, supporters] = [
    new Float32Array(termCount),
    new Float32Array(termCount),
    new Uint32Array(termCount),
  ];
  for (let term = 0; term < termCount; term++) {
    const seen = [];
    let touched = [];
    const endEmployer = () => {
      for (const other of touched) {
        if (supporters[other] === 0) seen.push(other);
        supporters[other]++;
        total[other] += Math.min(ofEmployer[other], maxPerEmployer);
        ofEmployer[other] = 0;
      }
      touched = [];
    };
    let employer = -1;
    for (let i = occurrences.starts[term]; i < occurrences.starts[term + 1]; i++) {
      const place = occurrences.places[i];
      const document = occurrences.documents[i];
      if (employers[document] !== employer) endEmployer();
      employer = employers[document];
      for (let at = offsets[document]; at < offsets[document + 1]; at++) {
        const other = terms[at];
        if (other === term || (!isSubject[place] && !isSubject[at])) continue;
        if (ofEmployer[other] === 0) touched.push(other);
        ofEmployer[other]++;
      }
    }
    endEmployer();
    const counted = seen.filter((other) => supporters[other] >= minEmployers);
    if (counted.length > MAX_PAIRS_OF_A_TERM) {
      counted.sort((a, b) => total[b] - total[a] || a - b);
      counted.length = MAX_PAIRS_OF_A_TERM;
    }
    counted.sort((a, b) => a - b);
    for (const other of counted) {
      columns.push(other);
      values.push(total[other]);
    }
    starts[term + 1] = columns.length;
    for (const other of seen) total[other] = supporters[other] = 0;
  }
  return { starts, columns: Uint32Array.from(columns), values: Float32Array.from(values) };
}

/** In how many documents each term is. */
function frequencies({ terms, termCount }) {
  const counts = new Uint32Array(termCount);
  for (const term of terms) counts[term]++;
  return counts;
}

/** Where each term occurs, in the order of the documents. */
function invert(offsets, terms, termCount) {
  const starts = new Uint32Array(termCount + 1);
  for (const term of terms) starts[term + 1]++;
  for (let term = 0; term < termCount; term++) starts[term + 1] += starts[term];
  const next = starts.slice();
  const documents = new Uint32Array(terms.length);
  const places = new Uint32Array(terms.length);
  for (let document = 0; document + 1 < offsets.length; document++) {
    for (let place = offsets[document]; place < offsets[document + 1]; place++) {
      const at = next[terms[place]]++;
      documents[at] = document;
      places[at] = place;
    }
  }
  return { starts, documents, places };
}

/** Replaces counts by positive pointwise mutual information. */
function weighByInformation({ starts, columns, values }, { termCount, isTaxonomy, taxonomyWeight }) {
  const ofTerm = new Float64Array(termCount);
  const ofContext = new Float64Array(termCount);
  for (let term = 0; term < termCount; term++) {
    for (let i = starts[term]; i < starts[term + 1]; i++) {
      ofTerm[term] += values[i];
      ofContext[columns[i]] += values[i];
    }
  }
  let contexts = 0;
  for (let term = 0; term < termCount; term++) {
    ofContext[term] **= CONTEXT_SMOOTHING;
    contexts += ofContext[term];
  }
  for (let term = 0; term < termCount; term++) {
    for (let i = starts[term]; i < starts[term + 1]; i++) {
      const context = columns[i];
      const information = Math.log((values[i] / ofTerm[term] / ofContext[context]) * contexts);
      values[i] = Math.max(information, 0) * (isTaxonomy[context] ? taxonomyWeight : 1);
    }
  }
}
