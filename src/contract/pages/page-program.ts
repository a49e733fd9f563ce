import type { Readable } from 'node:stream';
import type { PageRequest } from './page-request.js';

/** Marks the places in a page's document, in this order: language, session status, end of the head, body. */
export const DOCUMENT_SLOT = '<!--slot-->';

/**
 * Whether somebody is logged in (AUTH-06), in the attribute `data-session` of every page. `loading`: the page's script has to ask, which it
 * does on pages of somebody, and where the backend could not say whose a session is.
 */
export type SessionStatus = 'loading' | 'authenticated' | 'unauthenticated';

/** A page's body as HTML: whole, or where a part of it is late, as it comes. */
export type PageBody = string | Readable;

/** What a page consists of besides its document. */
export interface PageParts {
  language: string;
  session: SessionStatus;
  head: string;
  body: PageBody;
  /** After the body. */
  end: string;
}

/** A page that is no HTML: all of it. */
export interface CompleteDocument {
  document: string;
}

/** Makes the parts of a page for a request. Rejects only for a bug. */
export type RenderFunction = (request: PageRequest) => Promise<PageParts | CompleteDocument>;
