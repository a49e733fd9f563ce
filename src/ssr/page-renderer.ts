import { Readable, type Writable } from 'node:stream';
import {
  DOCUMENT_SLOT,
  type HtmlPieces,
  type PageParts,
  type PageRequest,
  type RenderFunction,
} from '#contract/pages/page-request.js';

/** A rendered page. */
export interface RenderedPage {
  status: number;
  /** The complete page in UTF-8; undefined while parts of it are still being rendered. */
  html?: Buffer;
  /** Streams the page, with late parts as soon as they are ready. */
  pipe(writable: Writable): void;
  /** An exception in the page, which was replaced by the error page. */
  error?: unknown;
}

/** A page of `client/pages`, prepared for repeated rendering. */
interface PageTemplate {
  /** The document around a page's parts, split at its slots. */
  document: readonly string[];
  program: RenderFunction;
}

interface VikePage {
  httpResponse: { body: string };
  program?: RenderFunction;
}

/** Number of characters that are encoded together, at least. */
const ENCODED_CHARACTERS = 16_000;
const MAX_BYTES_OF_CHARACTER = 3;

/** Receives the bytes of a page before its length is known; grows with the largest page. */
let scratch = Buffer.allocUnsafeSlow(256 * 1024);

/** A path without a route, for which Vike renders its own error page. */
const BROKEN = '/no-such-page';

/** The only connection from Nest to the pages: Vike prepares each page once, in development for every request. */
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
    if ('document' in parts) return { status, ...complete([[parts.document]]) };
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

function complete(pieces: HtmlPieces): Pick<RenderedPage, 'html' | 'pipe'> {
  const html = encodeHtml(pieces);
  return { html, pipe: (writable) => void writable.end(html) };
}

function bodyOf({ body }: PageParts, before: string, after: string): Pick<RenderedPage, 'html' | 'pipe'> {
  if (!(body instanceof Readable)) return complete([[before], ...body, [after]]);
  return {
    pipe(writable) {
      writable.write(before);
      body.on('end', () => writable.end(after));
      body.pipe(writable, { end: false });
    },
  };
}

/**
 * Encodes HTML in pieces as UTF-8. They are never joined to one string: V8 would allocate it as a large object, with two bytes for each
 * character if one of them is not in Latin-1, and read it again for its length and its bytes. That took three times as long.
 */
export function encodeHtml(pieces: HtmlPieces): Buffer {
  let length = 0;
  let waiting = '';
  const encode = (): void => {
    makeRoom(length, waiting.length * MAX_BYTES_OF_CHARACTER);
    length += scratch.write(waiting, length);
    waiting = '';
  };
  for (const list of pieces) {
    for (const piece of list) {
      waiting += piece;
      if (waiting.length >= ENCODED_CHARACTERS && !endsInsideCharacter(waiting)) encode();
    }
  }
  encode();
  return Buffer.from(scratch.subarray(0, length));
}

/** Enlarges `scratch` if it has no room for this number of bytes in addition to those in use. */
function makeRoom(used: number, bytes: number): void {
  if (used + bytes <= scratch.length) return;
  const larger = Buffer.allocUnsafeSlow(Math.max(2 * scratch.length, used + bytes));
  scratch.copy(larger, 0, 0, used);
  scratch = larger;
}

/** Whether the text ends with the first half of a surrogate pair, which must be encoded together with the second. */
function endsInsideCharacter(text: string): boolean {
  return (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800;
}
