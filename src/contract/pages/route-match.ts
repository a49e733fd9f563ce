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

/** What the head of a page says it is about. */
export interface RouteSummary {
  title: string;
  description: string;
}

/** What a page can say with nothing but its head; texts are empty where it does not say them. */
export function summaryOf(metatags: readonly PageMetatag[]): RouteSummary {
  const value = (name: string) =>
    metatags.find(({ meta }) => meta === name)?.value ??
    metatags.find(({ meta }) => meta === `og:${name}`)?.value ??
    '';
  return { title: value('title'), description: value('description') };
}
