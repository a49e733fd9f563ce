import type { BackendSite } from '#contract/backend/backend.js';
import type { ErrorParam } from '#contract/generated/resolvers.js';
import { type Translate, translator, type MessageValues } from '#shared/text/translator.js';
import { type Catalogues, readCatalogues, MessageSets } from '#shared/translations/catalogues.js';

/** The settings of a site that determine its texts. */
export type SpeakingSite = Pick<BackendSite, 'locales' | 'texts'>;

/** Texts of the backend for a site in one of its locales. */
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
 * Returns the texts of a site; its own texts override those of the catalogues.
 *
 * @param wanted a locale; for a language without a country, the site's own locale of that language is used. English if there are no texts
 *   in the language
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

/** Message about a violated rule, with the rule and its values for programs that use messages of their own. */
export interface RuleMessage {
  rule: string;
  params: ErrorParam[];
  message: string;
}

/**
 * @param key key of the message; its last part is the rule
 * @param values values inserted into the message, such as a limit
 */
export function ruleMessage(t: Translate, key: string, values: MessageValues = {}): RuleMessage {
  return {
    rule: key.slice(key.lastIndexOf('.') + 1),
    params: Object.entries(values).map(([name, value]) => ({ name, value: String(value) })),
    message: t(key, values),
  };
}
