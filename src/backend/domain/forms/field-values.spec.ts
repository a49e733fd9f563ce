import fc from 'fast-check';
import { load } from 'cheerio';
import { markupOf, toolbarOf } from '#contract/defined-form/toolbars.js';
import { sanitizedGeneratedText, sanitizedRichText } from '#contract/defined-form/sanitized-rich-text.js';
import { shownRichText } from './field-values.js';

const ROLES = [[], ['applicant'], ['recruiter'], ['job_editor'], ['site_admin'], ['administrator']];
const PLAIN = ['heading', 'bold', 'italic', 'link', 'bulletedList', 'numberedList', 'blockQuote', 'undo', 'redo'];
const MORE = ['outdent', 'indent', 'insertTable', 'mediaEmbed'];
const TABLE = '<table><tbody><tr><td colspan="2">One</td></tr></tbody></table>';

describe('[ROLE-07] rich text', () => {
  it.each(ROLES.map((roles) => [roles.join() || 'anonymous', roles] as const))(
    '%s: limited to the buttons of the role',
    (_name, roles) => {
      const isAdmin = !['', 'applicant', 'recruiter'].includes(roles.join());
      expect([...toolbarOf(roles)].sort()).toEqual([...PLAIN, ...(isAdmin ? MORE : [])].sort());
      const typed = `<h3>What</h3><p><strong>a</strong> <em>b</em></p>${TABLE}<blockquote><p>c</p></blockquote>`;
      const kept = sanitizedRichText(typed, roles);
      expect(kept.includes('<td')).toBe(isAdmin);
      expect(kept).toContain('<h3>What</h3><p><strong>a</strong> <em>b</em></p>');
      // Output of the editor passes unchanged.
      expect(sanitizedRichText(kept, roles)).toBe(kept);
    },
  );

  it('keeps only what the editor’s buttons can produce', () => {
    const pieces = fc.constantFrom(
      ...[
        '<script>x()</script>',
        '<img src=x onerror=x()>',
        '<a href="javascript:x()">',
        '</a>',
        '<svg onload=x()>',
        '<p style="x">',
      ],
      ...[
        '<b onclick=x()>',
        '</b>',
        '<iframe src="//x">',
        '<table>',
        '<td background=x>',
        '<!--',
        '-->',
        '<oembed url="javascript:x()">',
      ],
      ...[
        '<a href="https://a.test" target=_top>',
        '<math><mi//xlink:href="data:x">',
        '<h1>',
        '</h1>',
        'text',
        '&lt;script&gt;',
        '<style>',
        '<',
      ],
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(pieces, fc.string()), { maxLength: 12 }),
        fc.constantFrom(...ROLES),
        (parts, roles) => {
          const allowed = markupOf(roles);
          const $ = load(sanitizedRichText(parts.join(''), roles), null, false);
          $('*').each((_index, element) => {
            const tag = $(element).prop('tagName')!.toLowerCase();
            expect(Object.keys(allowed)).toContain(tag);
            for (const [name, value] of Object.entries($(element).attr() ?? {})) {
              expect(allowed[tag]).toContain(name);
              expect(value).not.toMatch(/^\s*(?:javascript|data|vbscript):/i);
            }
          });
        },
      ),
    );
  });

  it('converts plain text to paragraphs and lists, and escapes it', () => {
    expect(sanitizedRichText('One & two\nthree\n\n- a\n- b < c', [])).toBe(
      '<p>One &amp; two<br />three</p><ul><li>a</li><li>b &lt; c</li></ul>',
    );
  });

  it('shows embedded content as a link', () => {
    const kept = sanitizedRichText('<figure class="media"><oembed url="https://video.test/1"></oembed></figure>', [
      'administrator',
    ]);
    expect(shownRichText(kept)).toBe(
      '<p><a href="https://video.test/1" rel="nofollow noopener">https://video.test/1</a></p>',
    );
  });
});

describe('[ROLE-08] generated text', () => {
  it.each([
    ['<p>Ask <a href="https://evil.test/x">us</a> today</p>', '<p>Ask us today</p>'],
    ['<p>See https://evil.test/a?b=1&c=2 for more</p>', '<p>See  for more</p>'],
    ['<p>www.evil.test</p><p>Yes</p>', '<p>Yes</p>'],
    ['<script>alert(1)</script><h1 onclick="x()">Title</h1><img src=x onerror=alert(1)>', '<h3>Title</h3>'],
    ['One\n\n- a\n- b', '<p>One</p><ul><li>a</li><li>b</li></ul>'],
  ])('%s has no links, addresses or scripts', (written, clean) => {
    expect(sanitizedGeneratedText(written)).toBe(clean);
  });
});
