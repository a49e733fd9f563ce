import type { PageRequest } from '#contract/pages/page-request.js';
import { errorPage, type PageData } from '../../lib/page-data';

const BROKEN = 500;

export function load(request: PageRequest): PageData {
  return errorPage(request, BROKEN, 'A page could not be rendered.');
}
