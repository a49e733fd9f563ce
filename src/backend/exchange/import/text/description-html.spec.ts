import fc from 'fast-check';
import { descriptionHtml } from './description-html.js';

const ALLOWED =
  /^<\/?(?:p|br \/|h3|h4|ul|ol|li|strong|em|a(?: href="(?:https?:|mailto:)[^"]*" rel="nofollow noopener")?)>$/;

function expectSafe(html: string): void {
  for (const [tag] of html.matchAll(/<[^>]*>/g)) expect(tag).toMatch(ALLOWED);
  const open: string[] = [];
  for (const [, slash, name] of html.matchAll(/<(\/?)(p|h3|h4|ul|ol|li|strong|em|a)\b[^>]*>/g)) {
    if (slash === '') open.push(name!);
    else expect(open.pop()).toBe(name);
  }
  expect(open).toEqual([]);
}

describe('descriptions', () => {
  it.each([
    ['<p>Hi<script>alert(1)</script></p>', '<p>Hi</p>'],
    ['<p onclick="steal()">Hi <img src=x onerror=alert(1)></p>', '<p>Hi</p>'],
    ['<a href="javascript:alert(1)">Apply</a>', '<p>Apply</p>'],
    ['<a href=" JaVaScRiPt:alert(1)">Apply</a>', '<p>Apply</p>'],
    [
      '<a href="https://example.org/?a=1&amp;b=2" target=_blank onclick=x>Apply</a>',
      '<p><a href="https://example.org/?a=1&amp;b=2" rel="nofollow noopener">Apply</a></p>',
    ],
    ['<a href="//evil.example">x</a>', '<p>x</p>'],
    ['<h1>About</h1><h2>us</h2>', '<h3>About</h3><h3>us</h3>'],
    ['<ul><li>one<li>two', '<ul><li>one</li><li>two</li></ul>'],
    ['<p><b>bold <i>both</p>', '<p><strong>bold <em>both</em></strong></p>'],
    ['one<br><br>two<br>three', '<p>one</p><p>two<br />three</p>'],
    ['<div><div><p>deep</p></div></div>', '<p>deep</p>'],
    ['<li>one</li><li>two</li>', '<p>one</p><p>two</p>'],
    ['&lt;p&gt;escaped &amp;amp; sent&lt;/p&gt;', '<p>escaped &amp; sent</p>'],
    ['<style>p{color:red}</style><p>x</p><iframe src="x">y</iframe>', '<p>x</p>'],
    ['<p></p><p> </p><p>x</p>', '<p>x</p>'],
    ['<svg onload=alert(1)><p>x</p>', ''],
    ['R&amp;D &amp; more &bull; fun', '<p>R&amp;D &amp; more</p><ul><li>fun</li></ul>'],
    ['5 < 6 and 7 > 2 "yes"', '<p>5 &lt; 6 and 7 &gt; 2 &quot;yes&quot;</p>'],
    [
      'Duties:\n• cook\n• wash\nThank you.',
      '<p><strong>Duties:</strong></p><ul><li>cook</li><li>wash</li></ul><p>Thank you.</p>',
    ],
    ['- one\n- two', '<ul><li>one</li><li>two</li></ul>'],
    ['First line.\n\nSecond line.', '<p>First line.</p><p>Second line.</p>'],
    ['Go to #URL_0fa3f7c5e23a16de16a841e368006cae# now', '<p>Go to now</p>'],
    ['', ''],
  ])('%s', (raw, html) => {
    expect(descriptionHtml(raw)).toBe(html);
  });

  it('removes everything dangerous or unbalanced from any input', () => {
    const bit = fc.constantFrom(
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      '<ul>',
      '</ul>',
      '<li>',
      '</li>',
      '<h1>',
      '</h2>',
      '<a href="javascript:x">',
      '</a>',
      '<script>',
      '</script>',
      '<a href=http://x.org>',
      '<br>',
      '<',
      '>',
      '"',
      '&lt;',
      '&amp;',
      '&#x3c;script&#x3e;',
      ' onload=x ',
      'text ',
      '\n\n',
      '<!--',
      '-->',
      '<svg>',
      '<style>',
      '<div>',
      '</div>',
      '<table><tr><td>',
      '<![CDATA[',
      '\0',
      '<p/onmouseover=x>',
      '•',
      '- ',
    );
    fc.assert(
      fc.property(fc.array(bit, { maxLength: 25 }), (bits) => expectSafe(descriptionHtml(bits.join('')))),
      { numRuns: 1500 },
    );
  });
});
