/** Identifies the frontend (site) and the locale of its page: `charity-ca; locale=en-CA` (specification point 7). */
export const FRONTEND_HEADER = 'x-causeboard-frontend';
/** `true` when the page was opened with `visual_editor=true` (ROUTE-18). */
export const VISUAL_EDITOR_HEADER = 'x-causeboard-visual-editor';
/** Properties of the frontend's pages, for code that builds URLs: see `FrontendPages`. */
export const PAGES_HEADER = 'x-causeboard-pages';
/** The visitor's IP address, sent together with a captcha: captcha services use it for verification. */
export const VISITOR_ADDRESS_HEADER = 'x-causeboard-visitor-address';
export const REQUEST_ID_HEADER = 'x-request-id';
/** The trace that the call belongs to (W3C Trace Context), if the frontend is traced. */
export const TRACEPARENT_HEADER = 'traceparent';

export interface Frontend {
  site: string;
  locale: string;
}

export function formatFrontend(frontend: Frontend): string {
  return `${frontend.site}; locale=${frontend.locale}`;
}

/** @returns undefined if the header is missing or malformed. */
export function parseFrontend(header: string | undefined): Frontend | undefined {
  const match = /^([\w-]+); locale=([A-Za-z]{2}(?:-[A-Za-z]{2})?)$/.exec(header ?? '');
  return match ? { site: match[1]!, locale: match[2]! } : undefined;
}
