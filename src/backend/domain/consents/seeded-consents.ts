import { readFileSync } from 'node:fs';
import type { ConsentInfoTable } from '../../platform/database/tables/consent-tables.js';

type SeededLocale = 'en' | 'en-GB' | 'en-CA' | 'de' | 'fr';

interface SeededConsent {
  type: ConsentInfoTable['type'];
  /** Path of the page with details. */
  path: string;
  texts: Readonly<Record<SeededLocale, string>>;
}

/** Format of the file, in which a text is an array of lines. */
interface StoredConsent extends Omit<SeededConsent, 'texts'> {
  texts: Readonly<Record<SeededLocale, readonly string[]>>;
}

/** Reads the default texts. The operator of a site is responsible for its own. */
export function readSeededConsents(): SeededConsent[] {
  const file = new URL('seeded-consents.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as StoredConsent[]).map(({ type, path, texts }) => ({
    type,
    path,
    texts: joinLines(texts),
  }));
}

function joinLines(texts: StoredConsent['texts']): SeededConsent['texts'] {
  const joined = (locale: SeededLocale): string => texts[locale].join('\n');
  return { en: joined('en'), 'en-GB': joined('en-GB'), 'en-CA': joined('en-CA'), de: joined('de'), fr: joined('fr') };
}
