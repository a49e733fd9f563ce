import { createContext, use } from 'react';
import type { PublicSite } from '#contract/pages/public-site.js';

/** All public settings of a site; only on the server. Islands have only the part in `usePage`. */
export const SiteContext = createContext<PublicSite | null>(null);

/** @throws on islands */
export function useSite(): PublicSite {
  const site = use(SiteContext);
  if (!site) throw new Error('useSite is for components that the server alone renders');
  return site;
}
