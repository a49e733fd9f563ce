import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { type FeedEntry, type NewsFeed, writeFeed } from './write-feed.js';

const ENTRY: FeedEntry = {
  link: 'https://jobs.example.org/blog/one?a=b&c=d',
  title: 'Pay & <b>more</b>',
  teaser: 'One "two" <three> ]]> four',
  body: '<p>Read <a href="/jobs">jobs</a> and <img src="/files/x/y.png"> ]]> here</p>',
  author: 'Ann & <Bob>',
  tags: ['A & B', '<i>"C"</i>'],
  publishedAt: new Date('2026-11-20T08:00:00Z'),
  updatedAt: new Date('2026-11-21T09:30:00Z'),
};
const FEED: NewsFeed = {
  title: 'News & more',
  description: 'About <work>',
  siteTitle: 'Jobs',
  link: 'https://jobs.example.org/de/blog',
  self: 'https://jobs.example.org/de/blog/rss.xml',
  language: 'de',
  entries: [ENTRY],
};

interface Element {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: Element[];
}

/** @throws if the XML is not well-formed */
function parse(xml: string): Element {
  const root: Element = { name: '', attributes: {}, text: '', children: [] };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes, text: '', children: [] };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  const add = (text: string) => (open.at(-1)!.text += text);
  parser.on('text', add);
  parser.on('cdata', add);
  parser.write(xml).close();
  return root.children[0]!;
}

const child = (element: Element, name: string) => element.children.find((each) => each.name === name)!;
const textOf = (element: Element, name: string) => child(element, name).text;

describe('writeFeed', () => {
  it('[PAGE-02] writes RSS 2.0 with all required elements', () => {
    const rss = parse(writeFeed(FEED, 'rss'));
    expect([rss.name, rss.attributes['version']]).toEqual(['rss', '2.0']);
    const channel = child(rss, 'channel');
    expect(['title', 'link', 'description', 'language'].map((name) => textOf(channel, name))).toEqual([
      ...['News & more', FEED.link, 'About <work>', 'de'],
    ]);
    expect(child(channel, 'atom:link').attributes).toMatchObject({ href: FEED.self, rel: 'self' });
    const item = child(channel, 'item');
    expect(textOf(item, 'link')).toBe(ENTRY.link);
    expect(textOf(item, 'guid')).toBe(ENTRY.link);
    expect(textOf(item, 'pubDate')).toBe('Fri, 20 Nov 2026 08:00:00 GMT');
    expect(textOf(item, 'title')).toBe('Pay & <b>more</b>');
    expect(textOf(item, 'description')).toContain('&lt;three&gt;');
    expect(item.children.filter(({ name }) => name === 'category').map(({ text }) => text)).toHaveLength(2);
  });

  it('[PAGE-02] writes Atom with all required elements', () => {
    const atom = parse(writeFeed({ ...FEED, self: 'https://jobs.example.org/de/blog/atom.xml' }, 'atom'));
    expect([atom.name, atom.attributes['xmlns']]).toEqual(['feed', 'http://www.w3.org/2005/Atom']);
    expect(['id', 'title', 'updated'].map((name) => textOf(atom, name))).toEqual([
      ...[FEED.link, 'News & more', '2026-11-21T09:30:00.000Z'],
    ]);
    expect(textOf(child(atom, 'author'), 'name')).toBe('Jobs');
    const links = atom.children.filter(({ name }) => name === 'link').map(({ attributes }) => attributes);
    expect(links).toContainEqual({ rel: 'self', href: 'https://jobs.example.org/de/blog/atom.xml' });
    const entry = child(atom, 'entry');
    expect(['id', 'updated', 'published'].map((name) => textOf(entry, name))).toEqual([
      ...[ENTRY.link, '2026-11-21T09:30:00.000Z', '2026-11-20T08:00:00.000Z'],
    ]);
    // Titles contain HTML in this format.
    expect(textOf(entry, 'title')).toBe('Pay &amp; &lt;b&gt;more&lt;/b&gt;');
    expect(textOf(child(entry, 'author'), 'name')).toBe('Ann & <Bob>');
  });

  it('[PAGE-02] makes the URLs in texts absolute', () => {
    for (const format of ['rss', 'atom'] as const) {
      const xml = writeFeed(FEED, format);
      expect(xml).toContain('href="https://jobs.example.org/jobs"');
      expect(xml).toContain('src="https://jobs.example.org/files/x/y.png"');
    }
  });

  it('[PAGE-02] writes well-formed XML for any text', () => {
    const piece = fc.oneof(
      fc.constantFrom(']]>', '<', '>', '&', '"', "'", '<![CDATA[', '&amp;', '\0', '\x0b', '\ud800', '\udfff', '\uffff'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    const entry = fc.record({
      title: text,
      teaser: text,
      body: text,
      author: text,
      tags: fc.array(text, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 3 }), text, (entries, title) => {
        const feed = { ...FEED, title, description: title, entries: entries.map((each) => ({ ...ENTRY, ...each })) };
        const count = (format: 'rss' | 'atom', name: string) => {
          const root = parse(writeFeed(feed, format));
          return (format === 'rss' ? child(root, 'channel') : root).children.filter((each) => each.name === name)
            .length;
        };
        expect([count('rss', 'item'), count('atom', 'entry')]).toEqual([entries.length, entries.length]);
      }),
      { numRuns: 400, seed: 417 },
    );
  });
});
