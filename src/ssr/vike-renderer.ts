import type { Writable } from 'node:stream';
import type { PageRequest } from '../contract/page-request.js';

/** A rendered page, its body still to be piped. */
export interface RenderedPage {
  status: number;
  /** Of Vike itself: content type, early hints. */
  headers: readonly (readonly [string, string])[];
  pipe(writable: Writable): void;
  /** A bug inside a page; the page told of it is the error page. */
  error: unknown;
}

/** The page context that `client/pages` receives. */
interface PageContextOut {
  httpResponse: { statusCode: number; headers: [string, string][]; pipe(writable: Writable): void };
  errorWhileRendering?: unknown;
}

type RenderPage = (context: {
  urlOriginal: string;
  headersOriginal: unknown;
  request: PageRequest;
}) => Promise<PageContextOut>;

/**
 * The one bridge from Nest to the pages: Vike's `renderPage`.
 * @param page a logical route of `client/pages`
 */
export async function renderVikePage(page: string, request: PageRequest, headers: unknown): Promise<RenderedPage> {
  const { renderPage } = (await import('vike/server')) as unknown as { renderPage: RenderPage };
  const { httpResponse, errorWhileRendering } = await renderPage({
    urlOriginal: page,
    headersOriginal: headers,
    request,
  });
  return {
    status: httpResponse.statusCode,
    headers: httpResponse.headers,
    pipe: (writable) => httpResponse.pipe(writable),
    error: errorWhileRendering,
  };
}
