import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import type { ComparedText } from '../../../platform/search-index/search-index.port.js';
import type { Stemmer } from '../../analysis/stemmer.js';
import { inSlices, type Slices } from '../../../platform/background-jobs/slices.js';
import { formsOfText, parseText, type ParsedText } from './document-terms.js';

/** Parses texts and prepares the stemmer for them. */
export async function readTexts(
  database: Kysely<Database>,
  stemmer: Stemmer,
  texts: readonly ComparedText[],
): Promise<ParsedText[]> {
  const parsed = await inSlices(parseAll(texts));
  for (const language of new Set(parsed.map((each) => each.language))) {
    const forms = new Set(
      parsed.filter((each) => each.language === language).flatMap((each) => [...formsOfText(each)]),
    );
    await stemmer.prepare(database, language, forms);
  }
  return parsed;
}

function* parseAll(texts: readonly ComparedText[]): Slices<ParsedText[]> {
  const parsed: ParsedText[] = [];
  for (const text of texts) {
    parsed.push(parseText(text));
    yield;
  }
  return parsed;
}
