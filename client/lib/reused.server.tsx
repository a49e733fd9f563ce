import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createContext, Fragment, type ReactNode, use } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { escapeHtml } from './head';
import { PageInfoContext, usePage } from './page-context';
import { SiteContext, useSite } from './site-context';

/** Of all sites and languages together; what was used least lately goes. */
const MOST_CHARACTERS = 8_000_000;
const ENTRY_CHARACTERS = 100;

/** Nothing that comes from outside can hold it. */
const SECRET = randomBytes(9).toString('base64url');
const PIECE = new RegExp(`(?:<!-- -->)?\uE000${SECRET}(\\d+);(?:<!-- -->)?`);
const HOLE = new RegExp(`\uE001${SECRET}(\\d+);`);
const holes = Array.from({ length: 4 }, (_, index) => `\uE001${SECRET}${index};`);

/** Markup between holes, and which hole follows each. */
interface Markup {
  parts: readonly string[];
  order: readonly number[];
}

const kept = new LRUCache<string, Markup>({
  maxSize: MOST_CHARACTERS,
  sizeCalculation: ({ parts }, key) => parts.reduce((sum, part) => sum + part.length, key.length + ENTRY_CHARACTERS),
});

/** Gathers the reused parts of one page while React renders the rest. */
const PiecesContext = createContext<string[] | null>(null);

/** Renders a page to HTML, whole; what stands in `<Reused>` is rendered once and then taken from memory. */
export function renderPage(content: ReactNode): string {
  const pieces: string[] = [];
  const html = renderToString(<PiecesContext value={pieces}>{content}</PiecesContext>);
  if (!pieces.length) return html;
  const parts = html.split(PIECE);
  for (let at = 1; at < parts.length; at += 2) parts[at] = pieces[Number(parts[at])]!;
  return parts.join('');
}

/** What React makes a part of a page from, and what it needs for that. */
interface Part {
  /** Everything that the markup depends on, apart from site and locale. */
  by: string;
  /** Texts that differ from use to use: the content is given what stands for them. Four at most. */
  fill?: readonly string[];
}

/**
 * A part of a page whose markup is made by React once for a site, a locale and a key, and then reused. Like every component,
 * only cheaper: for what stands on many pages.
 *
 * @param hydrated for islands: with the marks that React looks for in the browser
 */
export function Reused({ by, hydrated, children }: { by: string; hydrated?: boolean; children: ReactNode }) {
  const markupOf = useMarkup(hydrated ? renderToString : renderToStaticMarkup);
  return markupOf ? markupOf.put(markupOf.make({ by }, () => children)) : children;
}

/** The same for each of many items of one kind. */
export function ReusedEach<Item>({
  items,
  part,
  children,
}: {
  items: readonly Item[];
  part: (item: Item) => Part;
  children: (item: Item, texts: readonly string[]) => ReactNode;
}) {
  const markupOf = useMarkup(renderToStaticMarkup);
  if (!markupOf) {
    return items.map((item) => {
      const { by, fill } = part(item);
      return <Fragment key={by}>{children(item, fill ?? [])}</Fragment>;
    });
  }
  let html = '';
  for (const item of items) html += markupOf.make(part(item), (texts) => children(item, texts));
  return markupOf.put(html);
}

/** @returns undefined in a page that is streamed: there is nothing to put pieces into */
function useMarkup(render: (content: ReactNode) => string) {
  const pieces = use(PiecesContext);
  const page = usePage();
  const site = useSite();
  if (!pieces) return undefined;
  return {
    make({ by, fill }: Part, content: (texts: readonly string[]) => ReactNode): string {
      const key = `${site.name} ${page.locale} ${by}`;
      let markup = kept.get(key);
      if (!markup) {
        const element = (
          <PageInfoContext value={page}>
            <SiteContext value={site}>{content(holes)}</SiteContext>
          </PageInfoContext>
        );
        markup = cut(render(element));
        kept.set(key, markup);
      }
      return fill ? filled(markup, fill) : markup.parts[0]!;
    },
    /** @returns what stands for the markup until React is done */
    put(html: string): string {
      pieces.push(html);
      return `\uE000${SECRET}${pieces.length - 1};`;
    },
  };
}

function cut(html: string): Markup {
  const parts = html.split(HOLE);
  return {
    parts: parts.filter((_, index) => index % 2 === 0),
    order: parts.filter((_, index) => index % 2 === 1).map(Number),
  };
}

function filled({ parts, order }: Markup, fill: readonly string[]): string {
  let html = parts[0]!;
  for (let at = 0; at < order.length; at++) html += escapeHtml(fill[order[at]!]!) + parts[at + 1]!;
  return html;
}
