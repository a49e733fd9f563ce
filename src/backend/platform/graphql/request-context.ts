import type { Viewer } from './viewer.js';
import type { BackendSite } from '#contract/backend/backend.js';

/** Of one GraphQL request. What a resolver needs besides, its domain was made with. */
export interface RequestContext {
  /** The site whose data is seen. */
  site: BackendSite;
  /** `en-CA` */
  locale: string;
  /** The locale's language, which labels come in. */
  language: string;
  now: Date;
  requestId: string | undefined;
  /** The visitor's IP address, where the frontend tells it. */
  address?: string;
  /** null: an anonymous visitor. */
  viewer: Viewer | null;
}

/** Of an operation that is not for everyone. */
export interface UserContext extends RequestContext {
  viewer: Viewer;
}
