import fc from 'fast-check';
import { parse, serialize, type DefaultTreeAdapterMap } from 'parse5';
import { sanitizedRichText } from '#contract/defined-form/sanitized-rich-text.js';
import { sanitisedHtml } from '../../domain/content/rich-text.js';
import { shownRichText } from '../../domain/forms/field-values.js';
import { descriptionHtml } from '../../exchange/import/text/description-html.js';
import { wellFormedHtml } from '#shared/text/well-formed-html.js';

type Node = DefaultTreeAdapterMap['node'];

const CLEANERS: readonly (readonly [string, (typed: string) => string])[] = [
  ['what applicants and recruiters write', (typed) => shownRichText(sanitizedRichText(typed, ['recruiter']))],
  ['what editors write', (typed) => shownRichText(sanitizedRichText(typed, ['job_editor']))],
  ['articles and pages', sanitisedHtml],
  ['imported advertisements', descriptionHtml],
];

/** Contexts in which the product's pages insert rich text, and more difficult ones. */
const FRAMES = [
  '<article><div id="prose"></div></article>',
  '<ul><li><div id="prose"></div></li><li>next</li></ul>',
  '<table><tbody><tr><td><div id="prose"></div></td><td>next</td></tr></tbody></table>',
];

function page(frame: string, html: string): string {
  const body = frame.replace('<div id="prose"></div>', () => `<div id="prose">${html}</div>`);
  return `<!DOCTYPE html><html lang="en"><head><title>t</title></head><body><main><h1>h</h1>${body}<p>after</p></main><footer><a href="/x">end</a></footer><script type="application/ld+json">{"@type":"JobPosting"}</script></body></html>`;
}

function findProse(node: Node): DefaultTreeAdapterMap['element'] | undefined {
  if ('attrs' in node && node.attrs.some(({ name, value }) => name === 'id' && value === 'prose')) return node;
  if (!('childNodes' in node)) return undefined;
  for (const child of node.childNodes) {
    const found = findProse(child);
    if (found) return found;
  }
  return undefined;
}

/** Returns the page as parsed by a browser: the rich text, and the page around it. */
function read(frame: string, html: string): { around: string; inside: string } {
  const document = parse(page(frame, html));
  const prose = findProse(document)!;
  const inside = serialize(prose);
  prose.childNodes = [];
  return { around: serialize(document), inside };
}

/** Converts some characters, which browsers serialize differently from the sanitiser. */
function inBrowserSpelling(html: string): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('\u00a0', '&nbsp;')
    .replace(/<(br|hr) \/>/g, '<$1>');
}

const TAGS = [
  ...['p', 'div', 'span', 'h1', 'h3', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'blockquote', 'figure', 'table'],
  ...['tbody', 'tr', 'td', 'th', 'caption', 'colgroup', 'svg', 'math', 'mi', 'title', 'template', 'script', 'style'],
  ...[
    'textarea',
    'select',
    'option',
    'button',
    'form',
    'iframe',
    'noscript',
    'plaintext',
    'body',
    'html',
    'main',
    'dd',
  ],
  ...['nobr', 'font', 'foreignObject', 'annotation-xml', 'frameset', 'br', 'hr', 'xmp', 'oembed', 'ruby', 'rt'],
];
const LINKS = [
  ...['/x', '#footnote', 'https://ok.test/?a=1&b=<br>', 'javascript:alert(1)', 'mailto:a@b.test', '//evil.test'],
  ...['data:text/html,x', ' https://spaced.test ', 'https://a.test/</div>', '&#x6a;avascript:x'],
];
const piece = fc.oneof(
  fc.constantFrom(...TAGS).map((tag) => `<${tag}>`),
  fc.constantFrom(...TAGS).map((tag) => `</${tag}>`),
  fc.constantFrom(...LINKS).map((address) => `<a href='${address}'>`),
  fc.constantFrom('</a>', '<a name="here">', '<a>', '<oembed url="https://a.test/<br>">', '<img src="/files/1" alt=x>'),
  fc.constantFrom('<!--', '-->', '<!-- x -->', '<![CDATA[', ']]>', '<?x', '</', '<', '>', '"', '&', '&lt;', '&nbsp;'),
  fc.constantFrom('&#x202e;', '\u202e', '\u2066', '&lt;script&gt;', 'text', ' ', '\n\n', '- item\n', '\0', '\u200d'),
  fc.string({ maxLength: 6 }),
);
const fragment = fc.array(piece, { maxLength: 25 }).map((parts) => parts.join(''));

describe('HTML written by users', () => {
  it.each(CLEANERS)('does not affect the surrounding page, whatever it contains: %s', (_name, clean) => {
    fc.assert(
      fc.property(fragment, fc.constantFrom(...FRAMES), (typed, frame) => {
        const html = clean(typed);
        const { around, inside } = read(frame, html);
        expect(around).toBe(read(frame, '').around);
        // The browser must parse exactly what was written.
        expect(inside).toBe(inBrowserSpelling(html));
        expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['a link whose address is refused', '<a href="/x">a</a> <a href="https://ok.test">b</a> c'],
    ['a link to a footnote', '<a href="#footnote">a</a> <a href="https://ok.test">b</a> c'],
    ['a named place', '<a name="top">a</a> <a href="https://ok.test">b</a> c'],
    ['a script', '<a href="javascript:x()">a</a> <a href="https://ok.test">b</a> c'],
  ])('keeps the words of %s, and does not extend into the next link', (_name, typed) => {
    const html = 'a <a href="https://ok.test" rel="nofollow noopener">b</a> c';
    expect(sanitizedRichText(typed, [])).toBe(html);
    expect(descriptionHtml(typed)).toBe(`<p>${html}</p>`);
  });

  it.each([
    ['<a href="https://a.test">a <strong>b</span> c', '<a href="https://a.test">a <strong>b c</strong></a>'],
    ['<li>one</li><li>two</li>text', '<ul><li>one</li><li>two</li></ul>text'],
    ['<p><ul><li>a</li></ul></p>', '<p></p><ul><li>a</li></ul><p></p>'],
    ['one<br />two<!-- three -->', 'one<br />two'],
    ['5 &lt; 6 &amp; &quot;7&quot;', '5 &lt; 6 &amp; "7"'],
    ['no markup', 'no markup'],
  ])('%s', (html, expected) => {
    expect(wellFormedHtml(html)).toBe(expected);
    expect(wellFormedHtml(expected)).toBe(expected);
  });

  it('keeps joiners and combining marks, and loses characters that change the text direction', () => {
    expect(wellFormedHtml('<p>می\u200cخواهم 👩\u200d🔬 \u200fא \u202eevil\u202c &#x2067;x</p>')).toBe(
      '<p>می\u200cخواهم 👩\u200d🔬 \u200fא evil x</p>',
    );
  });
});
