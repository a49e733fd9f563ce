// Computes vectors of terms from the documents in which they occur together: positive pointwise mutual information (PPMI), reduced by a
// randomized singular value decomposition. It runs in a separate thread because it takes seconds. The same input yields the same vectors.
import { constants, setPriority } from 'node:os';
import process from 'node:process';
import { normalize, reduceDimensions, withoutCommonDirection } from './reduce-dimensions.mjs';

try {
  // On Linux the priority applies to the thread; on other systems it would apply to the whole process.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
} catch {
  // Some environments do not allow changing the priority.
}

/** Exponent that reduces the weight of frequent contexts (Levy, Goldberg and Dagan 2015). */
const CONTEXT_SMOOTHING = 0.75;
const MAX_PAIRS_OF_A_TERM = 1000;

/**
 * @param input `offsets`, `terms` and `isSubject` are documents as compressed sparse rows, grouped by employer: `terms[i]` is the number of
 *   a term, `isSubject[i]` is 1 if it is in the title or among the subjects. `employers`: one number per document. `termCount`: terms are
 *   0 … termCount - 1. `isTaxonomy[t]`: 1 for vocabulary terms, which documents of all languages share. `maxPerEmployer`: maximum count of
 *   a pair within the documents of one employer. `minEmployers`: minimum number of employers for a pair to count. `taxonomyWeight`:
 *   factor for vocabulary terms as contexts. `taxonomyPull`: strength with which they attract the words that occur with them.
 * @returns concatenated vectors of length 1; zeros for a term without any pair that counts
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
 * Moves words towards the vocabulary terms with which they occur. Words of different languages never occur together: without this, their
 * vectors would mainly distinguish the languages.
 */
function alignLanguages(vectors, { starts, columns, values }, { termCount, dimensions, isTaxonomy, taxonomyPull }) {
  const drawn = new Float32Array(dimensions);
  for (let term = 0; term < termCount; term++) {
    if (isTaxonomy[term]) continue;
    drawn.fill(0);
    for (let i = starts[term]; i < starts[term + 1]; i++) {
      const context = columns[i];
      if (!isTaxonomy[context] || values[i] === 0) continue;
      // Squared, because the few terms with which a word mostly occurs determine its meaning.
      const weight = values[i] ** 2;
      for (let k = 0; k < dimensions; k++) drawn[k] += weight * vectors[context * dimensions + k];
    }
    normalize(drawn, 0, dimensions);
    for (let k = 0; k < dimensions; k++) vectors[term * dimensions + k] += taxonomyPull * drawn[k];
    normalize(vectors, term * dimensions, dimensions);
  }
}

/**
 * Counts how often terms occur together, as compressed sparse rows. A pair counts if one of the terms is a subject or in the title: at most
 * `maxPerEmployer` times per employer, and not at all if fewer than `minEmployers` use it, because frequent repetition by one employer says
 * nothing about the language.
 */
function countPairs({ offsets, terms, isSubject, employers, termCount, maxPerEmployer, minEmployers }) {
  const occurrences = invert(offsets, terms, termCount);
  const starts = new Uint32Array(termCount + 1);
  // Typed arrays, because millions of pairs in plain arrays would exceed the heap of a thread.
  let columns = new Uint32Array(MAX_PAIRS_OF_A_TERM);
  let values = new Float32Array(MAX_PAIRS_OF_A_TERM);
  let length = 0;
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
    if (length + counted.length > columns.length) {
      columns = copyInto(new Uint32Array(columns.length * 2), columns);
      values = copyInto(new Float32Array(values.length * 2), values);
    }
    for (const other of counted) {
      columns[length] = other;
      values[length++] = total[other];
    }
    starts[term + 1] = length;
    for (const other of seen) total[other] = supporters[other] = 0;
  }
  return { starts, columns: columns.slice(0, length), values: values.slice(0, length) };
}

function copyInto(target, source) {
  target.set(source);
  return target;
}

/** Returns the number of documents for each term. */
function frequencies({ terms, termCount }) {
  const counts = new Uint32Array(termCount);
  for (const term of terms) counts[term]++;
  return counts;
}

/** Returns the occurrences of each term, in the order of the documents. */
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
