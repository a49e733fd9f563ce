import { openingOf, textOfHtml } from './page-head.js';

describe('textOfHtml', () => {
  it('keeps sentences and drops tags, headings and a tag cut in half', () => {
    const html =
      '<h3>Who we are</h3>\n<p>We <strong>feed</strong>, house &amp; teach.</p><ul><li>You&#39;ll cook</li></ul><a hr';
    expect(textOfHtml(html)).toBe("We feed, house & teach. You'll cook");
  });
});

describe('openingOf', () => {
  it('cuts between words, within the length', () => {
    expect(openingOf('one two three', 13)).toBe('one two three');
    expect(openingOf('one two, three', 12)).toBe('one two…');
    expect(openingOf('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`);
  });
});
