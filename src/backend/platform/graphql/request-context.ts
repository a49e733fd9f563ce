import type { Viewer } from './viewer.js';
import type { BackendSite } from '#contract/backend/backend.js';

/** Context of one GraphQL request. Other dependencies of a resolver are passed when its domain is created. */
export interface RequestContext {
  /** Site whose data is visible. */
  site: BackendSite;
  /** For example `en-CA`. */
  locale: string;
  /** Language of the locale, used for labels. */
  language: string;
  now: Date;
  requestId: string | undefined;
  /** IP address of the visitor, if the frontend provides it. */
  address?: string;
  /** null for an anonymous visitor. */
  viewer: Viewer | null;
}

/** Context of an operation that requires a login. */
export interface UserContext extends RequestContext {
  viewer: Viewer;
}
