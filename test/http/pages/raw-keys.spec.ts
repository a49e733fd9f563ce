import { readdirSync } from 'node:fs';
import { SiteUnderTest, type SiteName } from '../../support/data/site.js';

const LOCALES: [locale: string, site: SiteName, prefix: string][] = [
  ['en', 'default', ''],
  ['en-GB', 'uk', ''],
  ['en-CA', 'charity-ca', ''],
  ['de', 'europe', '/de'],
  ['fr', 'europe', '/fr'],
];
const PATHS = [
  ...['/', '/jobs', '/jobs?search=zzqqxx', '/organizations', '/contact', '/products', '/privacy-policy', '/nowhere'],
  ...['/user/login', '/user/register', '/user/password', '/job-alert'],
];

const files = readdirSync('catalogues/en').map((name) => name.slice(0, -'.json'.length));
/** A message's key: the name of its file, then names in lower camel case. A sentence has a space after its full stop. */
const KEY = new RegExp(`(?<![\\w./@-])(?:${files.join('|')})(?:\\.[a-z][\\w-]*)+(?![\\w/@])`, 'g');
const READ_ALOUD = ['alt', 'aria-label', 'aria-description', 'content', 'placeholder', 'title', 'value'];

it.each(LOCALES)(
  '[I18N-02] no page shows the key of a message instead of its text: %s',
  async (locale, name, prefix) => {
    const site = new SiteUnderTest(process.env.TEST_EMBEDDED!, name);
    for (const path of PATHS) {
      const asked = await site.page(prefix + path);
      // Some pages have another address in the language.
      const { $ } = asked.headers.location ? await site.page(asked.headers.location) : asked;
      expect([path, $('html').attr('lang')]).toEqual([path, locale]);
      const attributes = READ_ALOUD.flatMap((attribute) =>
        $(`body [${attribute}], meta[${attribute}]`)
          .map((_index, element) => $(element).attr(attribute))
          .get(),
      );
      $('script, style').remove();
      const shown = [$('title').text(), $('body').text(), ...attributes].join('\n');
      expect([path, shown.match(KEY)]).toEqual([path, null]);
    }
  },
);
