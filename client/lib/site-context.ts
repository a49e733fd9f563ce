import { createContext, use } from 'react';
import type { PublicSite } from '#contract/pages/public-site.js';

/** The whole of a site's public part; on the server only. Islands know what `usePage` tells. */
export const SiteContext = createContext<PublicSite | null>(null);

/** @throws on islands */
export function useSite(): PublicSite {
  const site = use(SiteContext);
  if (!site) throw new Error('useSite is for components that the server alone renders');
  return site;
}
