/** Names the frontend (site) and the locale of its page: `charity-ca; locale=en-CA` (specification point 7). */
export const FRONTEND_HEADER = 'x-causeboard-frontend';
/** `true` when the page was opened with `visual_editor=true` (ROUTE-18). */
export const VISUAL_EDITOR_HEADER = 'x-causeboard-visual-editor';
/** What the frontend's pages are like, for whoever names them: see `FrontendPages`. */
export const PAGES_HEADER = 'x-causeboard-pages';
/** The visitor's IP address, where a captcha goes along: services that judge those take it into account. */
export const VISITOR_ADDRESS_HEADER = 'x-causeboard-visitor-address';
export const REQUEST_ID_HEADER = 'x-request-id';
/** The trace that the call is part of (W3C Trace Context), where the frontend is traced. */
export const TRACEPARENT_HEADER = 'traceparent';

export interface Frontend {
  site: string;
  locale: string;
}

export function formatFrontend(frontend: Frontend): string {
  return `${frontend.site}; locale=${frontend.locale}`;
}

/** @returns undefined when the header is missing or not of that form. */
export function parseFrontend(header: string | undefined): Frontend | undefined {
  const match = /^([\w-]+); locale=([A-Za-z]{2}(?:-[A-Za-z]{2})?)$/.exec(header ?? '');
  return match ? { site: match[1]!, locale: match[2]! } : undefined;
}
