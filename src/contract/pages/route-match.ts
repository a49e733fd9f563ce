import type { PageBlockFragment } from '../generated/operations.js';

export interface PageMetatag {
  meta: string;
  value: string;
}

/** The backend's response for a path (getRoutInfo); HTTP redirects have already been sent. */
export type RouteMatch =
  | { kind: 'job'; id: string; metatags: PageMetatag[] }
  | { kind: 'organization'; id: string; metatags: PageMetatag[] }
  | {
      kind: 'landing-page';
      id: string;
      title: string;
      body: string;
      /** Blocks after the body. */
      blocks: readonly PageBlockFragment[];
      /** Languages in which the content is available, that of the texts above first. */
      languages: readonly string[];
      metatags: PageMetatag[];
    };

/** Summary of a page, from the metadata in its head. */
export interface RouteSummary {
  title: string;
  description: string;
}

/** Extracts the summary from a page's metadata; missing texts are empty. */
export function summaryOf(metatags: readonly PageMetatag[]): RouteSummary {
  const value = (name: string) =>
    metatags.find(({ meta }) => meta === name)?.value ??
    metatags.find(({ meta }) => meta === `og:${name}`)?.value ??
    '';
  return { title: value('title'), description: value('description') };
}
