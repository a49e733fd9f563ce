import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NOTHING: Messages = {};

/** Complete, flat messages of sites and locales: from English, overridden by the language, the locale, and the site's own texts. */
export class MessageSets {
  private readonly known = new WeakMap<OwnTexts, Map<string, Messages>>();

  /**
   * @param load returns the catalogues; may throw
   * @param failed receives the error if they cannot be loaded
   */
  constructor(
    private readonly load: () => Catalogues,
    private readonly failed: (error: unknown) => void,
  ) {}

  /**
   * @param locale BCP 47; without a catalogue its language is used, then English
   * @returns no messages if the catalogues cannot be loaded
   */
  messages(site: OwnTexts, locale: string): Messages {
    let sets = this.known.get(site);
    if (!sets) this.known.set(site, (sets = new Map<string, Messages>()));
    const known = sets.get(locale);
    if (known) return known;
    const catalogues = this.catalogues();
    if (!catalogues) return NOTHING;
    const language = locale.slice(0, 2);
    const layers = [catalogues.en, catalogues[language], catalogues[locale]].map((tree) => (tree ? flatten(tree) : {}));
    const messages = Object.assign({}, ...layers, site.texts?.[language], site.texts?.[locale]) as Messages;
    sets.set(locale, messages);
    return messages;
  }

  /**
   * @param requested a locale tag in any case
   * @returns the locale of a matching catalogue, or that of its language; undefined if there is none
   */
  knownLocale(requested: string): string | undefined {
    const [language = '', region] = requested.split(/[-_]/, 2);
    const names = Object.keys(this.catalogues() ?? {});
    const named = (name: string) => names.find((each) => each.toLowerCase() === name.toLowerCase());
    return (region === undefined ? undefined : named(`${language}-${region}`)) ?? named(language);
  }

  private catalogues(): Catalogues | undefined {
    try {
      return this.load();
    } catch (error) {
      this.failed(error);
      return undefined;
    }
  }
}

/** Messages by name, in nested groups. */
export interface MessageTree {
  [key: string]: string | MessageTree;
}

/** Messages by locale and name of the file. */
export type Catalogues = Record<string, MessageTree | undefined>;

/** Part of the product that uses a file of the catalogues. */
export type CatalogueReader = 'pages' | 'backend';

/** Files whose texts only the backend uses. They are not sent to pages and scripts. */
const ONLY_BACKEND: readonly string[] = [
  'application-answers',
  'entitlements',
  'errors',
  'facets',
  'invoice',
  'mail',
  'queue',
  'resume-document',
  'sitemaps',
];
/** Validation messages are the same in the page and in the backend. */
const BOTH: readonly string[] = ['files', 'rules'];

const FOLDER = fileURLToPath(new URL('../../../catalogues', import.meta.url));

/**
 * Loads the catalogues, `<locale>/<file>.json`.
 *
 * @throws if one cannot be read
 */
export function readCatalogues(reader: CatalogueReader, folder = FOLDER): Catalogues {
  const catalogues: Catalogues = {};
  for (const { name: locale } of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const tree: MessageTree = {};
    for (const file of readdirSync(join(folder, locale)).filter((name) => name.endsWith('.json'))) {
      const name = file.slice(0, -'.json'.length);
      if (!isFor(reader, name)) continue;
      tree[name] = JSON.parse(readFileSync(join(folder, locale, file), 'utf8')) as MessageTree;
    }
    catalogues[locale] = tree;
  }
  return catalogues;
}

function isFor(reader: CatalogueReader, file: string): boolean {
  return BOTH.includes(file) || ONLY_BACKEND.includes(file) === (reader === 'backend');
}

export type Messages = Readonly<Record<string, string>>;

/** A site's own texts, by locale and key; they take precedence over the catalogues. */
export interface OwnTexts {
  texts?: Readonly<Record<string, Messages>>;
}

function flatten(tree: MessageTree, prefix = ''): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(tree)) {
    if (typeof value === 'string') flat[prefix + name] = value;
    else Object.assign(flat, flatten(value, `${prefix}${name}.`));
  }
  return flat;
}
