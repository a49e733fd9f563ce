import * as cheerio from 'cheerio';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { escapeHtml, cdata, escapeXml } from './markup.js';

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

/** Returns what a strict parser reads from an element and one of its attributes. */
function read(xml: string): { text: string; attribute: string } {
  const found = { text: '', attribute: '' };
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ attributes }) => (found.attribute = attributes.at ?? ''));
  parser.on('text', (text) => (found.text += text));
  parser.on('cdata', (text) => (found.text += text));
  parser.write(xml).close();
  return found;
}

/** Normalizes line ends, and whitespace in attributes, as XML parsers do. */
const lines = (text: string) => text.replace(/\r\n?/g, '\n');
const spaces = (text: string) => lines(text).replace(/[\n\t]/g, ' ');

/** Characters used in attacks, and any others, including unpaired surrogates. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ']]>',
        ']]',
        ']',
        '>',
        '<![CDATA[',
        '<',
        '&',
        '&amp;',
        '"',
        "'",
        '\0',
        '\u000b',
        '\ufffe',
        '\ud83c',
        '\udf31',
        '🌱',
      ),
      fc.string({ unit: 'binary' }),
      fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
    ),
  )
  .map((parts) => parts.join(''));

/** Removes characters that XML cannot represent, implemented differently from the product. */
function writable(text: string): string {
  return Array.from(text)
    .filter((character) => {
      const code = character.codePointAt(0)!;
      if (code < 0x20) return code === 9 || code === 10 || code === 13;
      return !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff;
    })
    .join('');
}

describe('text in XML', () => {
  it('[ROUTE-11] is unchanged after parsing, for any text', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const kept = writable(text);
        expect(read(`<a at="${escapeXml(text)}">${escapeXml(text)}</a>`)).toEqual({
          text: lines(kept),
          attribute: spaces(kept),
        });
        expect(read(`<a>${cdata(text)}</a>`).text).toBe(lines(kept));
      }),
      { seed: 20_261_121, numRuns: 2000 },
    );
  });

  it('[ROUTE-11] keeps an end mark of CDATA', () => {
    expect(cdata('a]]>b')).toBe('<![CDATA[a]]]]><![CDATA[>b]]>');
    expect(read(`<a>${cdata(']]>]]>')}</a>`).text).toBe(']]>]]>');
  });
});
