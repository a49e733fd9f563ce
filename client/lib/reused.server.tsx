import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createContext, Fragment, type ReactNode, use } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { HtmlPieces } from '#contract/pages/page-request.js';
import { escapeHtml } from '#shared/text/markup.js';
import { PageInfoContext, usePage, SiteContext, useSite } from './page-context';

/** Maximum size of the cache for all sites and languages; the least recently used markup is evicted. */
const MAX_CHARACTERS = 8_000_000;
const ENTRY_CHARACTERS = 100;

/**
 * External texts cannot contain it. It is preceded by control characters, which keep a page's strings at one byte per
 * character.
 */
const SECRET = randomBytes(9).toString('base64url');
const PIECE = new RegExp(`(?:<!-- -->)?\\x01${SECRET}(\\d+);(?:<!-- -->)?`);
const HOLE = new RegExp(`\\x02${SECRET}(\\w+),(\\d*);`);
const hole = (name: string, at?: number): string => `\x02${SECRET}${name},${at ?? ''};`;

/** Markup between placeholders, and the text for each placeholder: its name, and its index if there are several. */
interface Markup {
  parts: readonly string[];
  holes: readonly { name: string; at: number | undefined }[];
}

const cache = new LRUCache<string, Markup>({
  maxSize: MAX_CHARACTERS,
  sizeCalculation: ({ parts }, key) => parts.reduce((sum, part) => sum + part.length, key.length + ENTRY_CHARACTERS),
});

/** Collects the reused parts of one page, in pieces, while React renders the rest. */
const PiecesContext = createContext<(readonly string[])[] | null>(null);

/**
 * Renders a complete page to HTML; the content of `<Reused>` is rendered once and then cached.
 *
 * @returns the HTML in pieces, because joining them to one string would cost more than sending them
 */
export function renderPage(content: ReactNode): HtmlPieces {
  const pieces: (readonly string[])[] = [];
  const html = renderToString(<PiecesContext value={pieces}>{content}</PiecesContext>);
  if (!pieces.length) return [[html]];
  return html.split(PIECE).map((part, at) => (at % 2 === 0 ? [part] : pieces[Number(part)]!));
}

/**
 * A text with parts in `<mark>`. The positions are not part of the shape, because hardly two of ten results have the
 * same ones.
 */
export interface MarkedText {
  parts: readonly { text: string; marked: boolean }[];
}

/**
 * Texts by name, or several texts with one name; undefined ones are absent. A text with marks is rendered by
 * `MarkedParts`.
 */
type Texts = Partial<Record<string, string | readonly string[] | MarkedText>>;

/**
 * A part of a page whose markup React renders once per site, locale and key, and which is then reused. Like any
 * component, but cheaper: for content that many pages share.
 */
export function Reused({ by, children }: { by: string; children: ReactNode }) {
  const reuse = useReuse(renderToStaticMarkup);
  return reuse ? reuse.put(reuse.make(by, () => children).parts) : children;
}

/**
 * The same for many items of one kind: React renders only the markup of each shape, with placeholders instead of texts,
 * and the placeholders are then replaced by the texts of each item.
 *
 * @param part returns an item's shape, on which its structure depends (must survive JSON), and all texts in its content
 * or attributes
 * @param hydrated for islands: with the markers that React needs for hydration
 * @param children must depend on nothing else
 */
export function ReusedEach<Item, Shape, Written extends Texts>({
  name,
  items,
  part,
  hydrated,
  children,
}: {
  name: string;
  items: readonly Item[];
  part: (item: Item) => { shape: Shape; texts: Written };
  hydrated?: boolean;
  children: (shape: Shape, texts: Written) => ReactNode;
}) {
  const reuse = useReuse(hydrated ? renderToString : renderToStaticMarkup);
  if (!reuse) {
    return items.map((item, index) => {
      const { shape, texts } = part(item);
      return <Fragment key={index}>{children(shape, texts)}</Fragment>;
    });
  }
  const html: string[] = [];
  for (const item of items) {
    const { shape, texts } = part(item);
    let by = `${name} ${JSON.stringify(shape)}`;
    for (const text in texts) by += thereAs(text, texts[text]);
    fill(
      reuse.make(by, () => children(shape, holesFor(texts))),
      texts,
      html,
    );
  }
  return reuse.put(html);
}

/** @returns undefined in a page that is streamed, into which no pieces can be inserted */
function useReuse(render: (content: ReactNode) => string) {
  const pieces = use(PiecesContext);
  const page = usePage();
  const site = useSite();
  if (!pieces) return undefined;
  const where = `${site.name} ${page.locale} `;
  return {
    make(by: string, content: () => ReactNode): Markup {
      const key = where + by;
      let markup = cache.get(key);
      if (!markup) {
        const element = (
          <PageInfoContext value={page}>
            <SiteContext value={site}>{content()}</SiteContext>
          </PageInfoContext>
        );
        markup = cut(render(element));
        cache.set(key, markup);
      }
      return markup;
    },
    /** @returns the placeholder for the markup until React has finished */
    put(html: readonly string[]): string {
      pieces.push(html);
      return `\x01${SECRET}${pieces.length - 1};`;
    },
  };
}

function thereAs(name: string, text: Texts[string]): string {
  if (text === undefined) return '';
  return isList(text) ? ` ${name}*${text.length}` : ` ${name}`;
}

function isList(text: NonNullable<Texts[string]>): text is readonly string[] {
  return Array.isArray(text);
}

/** Returns a placeholder for each text that is present. */
function holesFor<Written extends Texts>(texts: Written): Written {
  const holes: Texts = {};
  for (const [name, text] of Object.entries(texts)) {
    if (text === undefined) continue;
    if (typeof text === 'string') holes[name] = hole(name);
    else if (isList(text)) holes[name] = text.map((_, at) => hole(name, at));
    else holes[name] = { parts: [{ text: hole(name), marked: false }] };
  }
  return holes as Written;
}

function cut(html: string): Markup {
  const parts: string[] = [];
  const holes: Markup['holes'][number][] = [];
  const pieces = html.split(HOLE);
  for (let index = 0; index < pieces.length; index += 3) {
    parts.push(pieces[index]!);
    const [name, at] = [pieces[index + 1], pieces[index + 2]];
    if (name !== undefined) holes.push({ name, at: at ? Number(at) : undefined });
  }
  return { parts, holes };
}

function fill({ parts, holes }: Markup, texts: Texts, html: string[]): void {
  html.push(parts[0]!);
  for (let index = 0; index < holes.length; index++) {
    const { name, at } = holes[index]!;
    const text = texts[name]!;
    if (typeof text === 'string') html.push(escapeHtml(text));
    else if (isList(text)) html.push(escapeHtml(text[at!]!));
    else pushMarked(text, html);
    html.push(parts[index + 1]!);
  }
}

function pushMarked({ parts }: MarkedText, html: string[]): void {
  for (const { text, marked } of parts) {
    if (marked) html.push('<mark>', escapeHtml(text), '</mark>');
    else html.push(escapeHtml(text));
  }
}
