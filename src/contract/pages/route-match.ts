import type { PageBlockFragment } from '../generated/operations.js';

export interface PageMetatag {
  meta: string;
  value: string;
}

/** The backend's answer for a path (getRoutInfo), redirects already followed by HTTP. */
export type RouteMatch =
  | { kind: 'job'; id: string; metatags: PageMetatag[] }
  | { kind: 'organization'; id: string; metatags: PageMetatag[] }
  | {
      kind: 'landing-page';
      id: string;
      title: string;
      body: string;
      /** What follows the body. */
      blocks: readonly PageBlockFragment[];
      /** It is written in. */
      languages: readonly string[];
      metatags: PageMetatag[];
    };
