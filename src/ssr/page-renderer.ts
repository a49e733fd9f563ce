import type { Writable } from 'node:stream';
import { DOCUMENT_SLOT, type PageParts, type RenderFunction } from '#contract/pages/page-program.js';
import type { PageRequest } from '#contract/pages/page-request.js';

/** A rendered page. */
export interface RenderedPage {
  status: number;
  /** The whole page; undefined while parts of it are late. */
  html?: string;
  /** Sends the page, late parts as they come. */
  pipe(writable: Writable): void;
  /** A bug inside the page; the page told of it is the error page. */
  error?: unknown;
}

/** A page of `client/pages`, ready to be rendered again and again. */
interface PageTemplate {
  /** The document around a page's parts, cut at its slots. */
  document: readonly string[];
  program: RenderFunction;
}

interface VikePage {
  httpResponse: { body: string };
  program?: RenderFunction;
}

/** Vike renders its own error page for what it has no route to. */
const BROKEN = '/no-such-page';

/** The one bridge from Nest to the pages: Vike prepares each of them once, in development at every request. */
export class PageRenderer {
  private readonly prepared = new Map<string, Promise<PageTemplate>>();

  constructor(private readonly development: boolean) {}

  /** @param route a logical route of `client/pages` */
  async render(route: string, request: PageRequest): Promise<RenderedPage> {
    try {
      return await this.renderRoute(route, request, 200);
    } catch (error) {
      const broken = { ...request, error: { status: 500, reason: 'A page could not be rendered.' } };
      return { ...(await this.renderRoute(BROKEN, broken, 500)), error };
    }
  }

  private async renderRoute(route: string, request: PageRequest, status: number): Promise<RenderedPage> {
    const { document, program } = await this.prepare(route);
    const parts = await program(request);
    if ('document' in parts) return { status, ...complete(parts.document) };
    const [start, beforeSession, beforeHead, beforeBody, end] = document as [string, string, string, string, string];
    const before = start + parts.language + beforeSession + parts.session + beforeHead + parts.head + beforeBody;
    return { status, ...bodyOf(parts, before, parts.end + end) };
  }

  private prepare(route: string): Promise<PageTemplate> {
    const known = this.prepared.get(route);
    if (known) return known;
    const preparing = prepare(route);
    if (!this.development) {
      this.prepared.set(route, preparing);
      preparing.catch(() => this.prepared.delete(route));
    }
    return preparing;
  }
}

async function prepare(route: string): Promise<PageTemplate> {
  const { renderPage } = await import('vike/server');
  const { httpResponse, program } = (await renderPage({ urlOriginal: route })) as unknown as VikePage;
  if (!program) throw new Error(`Vike could not prepare the page ${route}`);
  return { document: httpResponse.body.split(DOCUMENT_SLOT), program };
}

function complete(html: string): Pick<RenderedPage, 'html' | 'pipe'> {
  return { html, pipe: (writable) => void writable.end(html) };
}

function bodyOf({ body }: PageParts, before: string, after: string): Pick<RenderedPage, 'html' | 'pipe'> {
  if (typeof body === 'string') {
    return complete(before + body + after);
  }
  return {
    pipe(writable) {
      writable.write(before);
      body.on('end', () => writable.end(after));
      body.pipe(writable, { end: false });
    },
  };
}
