import * as cheerio from 'cheerio';
import fc from 'fast-check';
import { sanitizeMessage } from './sanitize-message.js';

describe('HTML in messages of the server', () => {
  it.each([
    ['<b>Not</b> <em>now</em><br>later', '<b>Not</b> <em>now</em><br />later'],
    ['<B onclick="alert(1)">x</B>', '<b>x</b>'],
    ['a<script>alert(1)</script>b', 'ab'],
    ['a<script>alert(1)', 'a'],
    ['<img src=x onerror=alert(1)>x', 'x'],
    ['<svg><a href="javascript:alert(1)">x</a></svg>y', 'y'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="https://a.test/b?c=d&e">x</a>', '<a href="https://a.test/b?c=d&amp;e" rel="nofollow noopener">x</a>'],
    ['<a href="//evil.test">x</a>', '<a>x</a>'],
    ['<b>open', '<b>open</b>'],
    ['</b>closed', 'closed'],
    ['<ul><li>one</ul>two', '<ul><li>one</li></ul>two'],
    ['1 < 2 & 3 > 2 &amp; &#39;', "1 &lt; 2 &amp; 3 &gt; 2 &amp; '"],
    ['<<b>script>x', '&lt;<b>script&gt;x</b>'],
    ['<!-- <b>x</b> -->y', 'y'],
  ])('[PAGE-06] %s is reduced to its safe part', (html, left) => {
    expect(sanitizeMessage(html)).toBe(left);
  });

  it('[PAGE-06] keeps only emphasis, lists and safe links, and closes every element', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '</',
        '/>',
        '<b>',
        '</b>',
        '<a href=',
        'javascript:',
        '<script',
        '<svg ',
        'on',
        '=',
      ),
      fc.constantFrom(
        '<!--',
        '-->',
        '<p>',
        '<img src=x onerror=',
        ' href="',
        '&lt;',
        '&',
        '\0',
        '\n',
        '<a\nhref="/x">',
      ),
      fc.string({ maxLength: 5 }),
    );
    const html = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(html, (text) => {
        const $ = cheerio.load(`<div id="in">${sanitizeMessage(text)}</div><i id="after"></i>`);
        const inside = $('#in *').toArray();
        for (const element of inside) {
          expect(['b', 'strong', 'i', 'em', 'code', 'br', 'p', 'ul', 'ol', 'li', 'a']).toContain(element.tagName);
          for (const [name, value] of Object.entries(element.attribs))
            expect({ name, value }).toEqual(
              name === 'rel'
                ? { name, value: 'nofollow noopener' }
                : { name: 'href', value: expect.stringMatching(/^(https:\/\/|\/)/) as string },
            );
        }
        // The message does not affect the elements that follow it.
        expect($('#after').parent().is('body')).toBe(true);
      }),
      { numRuns: 2000, seed: 417 },
    );
  });
});
