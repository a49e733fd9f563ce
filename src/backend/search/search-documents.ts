import type { Kysely } from 'kysely';
import type { JobDocument } from '../../contract/generated/resolvers.js';
import type { Database } from '../database/schema.js';
import { loadJobDocuments } from '../jobs/job-document.js';
import type { TermCatalog } from '../taxonomy/term-catalog.js';
import { highlight } from './highlight.js';
import type { SearchQuery } from './search.port.js';
import { snippetOf } from './snippet.js';
import { baseLanguage } from './text/fold.js';
import { plainText, withoutHeadings } from './text/plain-text.js';
import type { Stemmer } from './text/stemmer.js';

/** Enough of a description for its beginning, tags and all. */
const BEGINNING = 1500;
const EARTH_KM = 6371.0088;

/** The jobs of a page, with what depends on the search. */
export class SearchDocuments {
  constructor(
    private readonly database: Kysely<Database>,
    private readonly terms: TermCatalog,
    private readonly stemmer: Stemmer,
  ) {}

  async load(ids: readonly string[], query: SearchQuery, language: string): Promise<JobDocument[]> {
    const loaded = await loadJobDocuments(this.database, this.terms, language, ids);
    const texts = loaded.map(({ document, description }) => ({
      language: baseLanguage(document.language),
      text: plainText(withoutHeadings(query.keywords ? description : beginningOf(description))),
    }));
    const marks = query.keywords ? await highlight(this.database, this.stemmer, query.keywords, texts) : [];
    return loaded.map(({ document }, index) => ({
      ...document,
      snippet: snippetOf(texts[index]!.text, marks[index] ?? []),
      distance: distanceTo(document.address, query),
    }));
  }
}

/** Never ends within a tag. */
function beginningOf(html: string): string {
  if (html.length <= BEGINNING) return html;
  const cut = html.slice(0, BEGINNING);
  return cut.lastIndexOf('<') > cut.lastIndexOf('>') ? cut.slice(0, cut.lastIndexOf('<')) : cut;
}

function distanceTo(address: JobDocument['address'], { area }: SearchQuery): number | null {
  if (area?.kind !== 'radius' || address?.lat == null || address.lon == null) return null;
  const radians = Math.PI / 180;
  const a =
    Math.sin(((address.lat - area.lat) * radians) / 2) ** 2 +
    Math.cos(area.lat * radians) *
      Math.cos(address.lat * radians) *
      Math.sin(((address.lon - area.lon) * radians) / 2) ** 2;
  return Math.round(2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(a))) * 10) / 10;
}
