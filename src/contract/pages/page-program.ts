import type { Readable } from 'node:stream';
import type { PageRequest } from './page-request.js';

/** Marks the places in a page's document, in this order: language, end of the head, body. */
export const DOCUMENT_SLOT = '<!--slot-->';

/** A page's body as HTML: whole, or where a part of it is late, as it comes. */
export type PageBody = string | Readable;

/** What a page consists of besides its document. */
export interface PageParts {
  language: string;
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
