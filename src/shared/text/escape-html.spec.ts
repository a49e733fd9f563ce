import * as cheerio from 'cheerio';
import fc from 'fast-check';
import { escapeHtml } from './escape-html.js';

it('preserves any text between tags and in attributes', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('&', '<', '>', '"', "'", ';', '#', ' ', 'amp', 'quot') }), (text) => {
      const page = cheerio.load(`<p title="${escapeHtml(text)}">${escapeHtml(text)}</p>`, null, false);
      expect(page.root().children()).toHaveLength(1);
      expect([page('p').text(), page('p').attr('title')]).toEqual([text, text]);
    }),
    { seed: 417 },
  );
});
