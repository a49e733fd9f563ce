import type { PageRequest } from '../../../src/contract/page-request.js';
import { excerpt } from '../../lib/excerpt';
import { missingPage, type PageData } from '../../lib/page-data';

export interface LandingPageData extends PageData {
  title: string;
  body: string;
}

export function load(request: PageRequest): LandingPageData | PageData {
  const { route } = request;
  if (route?.kind !== 'landing-page') return missingPage(request);
  const { title, body, metatags } = route;
  return { head: { title, description: excerpt(body), metatags }, title, body };
}
