import type { Readable } from 'node:stream';
import type { PageRequest } from './page-request.js';

/** Marks the places in a page's document, in this order: language, session status, end of the head, body. */
export const DOCUMENT_SLOT = '<!--slot-->';

/**
 * Login state (AUTH-06), in the attribute `data-session` of every page. `loading`: the page's script has to request it, which is the case
 * on pages for a logged-in user, and if the backend could not identify the session.
 */
export type SessionStatus = 'loading' | 'authenticated' | 'unauthenticated';

/** A page's body as HTML: complete, or a stream if parts of it are still being rendered. */
export type PageBody = string | Readable;

/** The parts of a page besides its document. */
export interface PageParts {
  language: string;
  session: SessionStatus;
  head: string;
  body: PageBody;
  /** HTML after the body. */
  end: string;
}

/** A complete document that is not composed of parts. */
export interface CompleteDocument {
  document: string;
}

/** Renders the parts of a page for a request. Rejects only if there is a bug. */
export type RenderFunction = (request: PageRequest) => Promise<PageParts | CompleteDocument>;
