import type { BackendSite } from '#contract/backend/backend.js';
import type { ErrorParam } from '#contract/generated/resolvers.js';
import { type Translate, translator, type MessageValues } from '#shared/text/translator.js';
import { type Catalogues, readCatalogues } from '#shared/translations/catalogues.js';
import { MessageSets } from '#shared/translations/message-sets.js';

/** What decides in which words a site says something. */
export type SpeakingSite = Pick<BackendSite, 'locales' | 'texts'>;

/** What the backend says on a site, in one of its locales. */
export interface SiteTexts {
  locale: string;
  t: Translate;
}

const FALLBACK = 'en';

let catalogues: Catalogues | undefined;
const sets = new MessageSets(
  () => (catalogues ??= readCatalogues('backend')),
  (error) => {
    throw error;
  },
);

/**
 * The texts of a site, its own words above those of the catalogues.
 *
 * @param wanted a locale; of a mere language, the site's own locale of that language is taken. English where there are no texts in it
 */
export function textsOf(site: SpeakingSite, wanted: string): SiteTexts {
  const own = ownLocale(site, wanted) ?? wanted;
  const known = sets.knownLocale(own);
  const locale = known === undefined ? FALLBACK : site.locales?.includes(own) ? own : known;
  return { locale, t: translator(locale, sets.messages(site, locale)) };
}

function ownLocale({ locales = [] }: SpeakingSite, wanted: string): string | undefined {
  if (locales.includes(wanted)) return wanted;
  const language = wanted.slice(0, 2);
  return locales.find((locale) => locale.slice(0, 2) === language);
}

/** What is said of a rule that somebody's input breaks, and what it is made of, for programs that have words of their own. */
export interface RuleMessage {
  rule: string;
  params: ErrorParam[];
  message: string;
}

/** @param key of the message; its last part is the rule @param values that the message names, such as a limit */
export function ruleMessage(t: Translate, key: string, values: MessageValues = {}): RuleMessage {
  return {
    rule: key.slice(key.lastIndexOf('.') + 1),
    params: Object.entries(values).map(([name, value]) => ({ name, value: String(value) })),
    message: t(key, values),
  };
}
