import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import type { Stemmer } from '../../analysis/stemmer.js';
import { inSlices, type Slices } from '../../../platform/background-jobs/slices.js';
import { weightedTerms, type ParsedText } from '../model/document-terms.js';
import { readTexts } from '../model/read-texts.js';
import { loadJobTexts, type JobText } from '../vectors/job-texts.js';
import { TrainingCorpus } from './training-corpus.js';

const MAX_DOCUMENTS = 20_000;
/** Maximum number of jobs of one employer, so that no employer dominates the corpus. */
const MAX_OF_AN_EMPLOYER = 500;
const READ_AT_ONCE = 200;

/**
 * Loads a sample of the published jobs of all sites, which is deterministic for the same jobs.
 *
 * @param keepGoing called between batches; returns false to stop
 * @returns undefined if it was stopped
 */
export async function loadCorpus(
  database: Kysely<Database>,
  stemmer: Stemmer,
  keepGoing: () => Promise<boolean>,
): Promise<TrainingCorpus | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id, row_number() over (partition by organization_id order by hashint8(id), id) as of_employer
      from job where state = 'published'
    ) as numbered
    where of_employer <= ${MAX_OF_AN_EMPLOYER}::integer order by hashint8(id), id limit ${MAX_DOCUMENTS}::integer
  `.execute(database);
  const corpus = new TrainingCorpus();
  for (let from = 0; from < rows.length; from += READ_AT_ONCE) {
    if (!(await keepGoing())) return undefined;
    const texts = await loadJobTexts(
      database,
      rows.slice(from, from + READ_AT_ONCE).map(({ id }) => id),
    );
    const parsed = await readTexts(database, stemmer, texts);
    await inSlices(addDocuments(corpus, texts, parsed, stemmer));
  }
  return corpus;
}

function* addDocuments(
  corpus: TrainingCorpus,
  texts: readonly JobText[],
  parsed: readonly ParsedText[],
  stemmer: Stemmer,
): Slices<void> {
  for (const [index, text] of parsed.entries()) {
    corpus.add({
      employer: texts[index]!.employer,
      language: text.language,
      terms: weightedTerms(text, stemmer),
    });
    yield;
  }
}
