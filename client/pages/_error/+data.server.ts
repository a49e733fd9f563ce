import type { PageContextServer } from 'vike/types';
import { errorPage, type PageData } from '../../lib/page-data';

const BROKEN = 500;

export function data(pageContext: PageContextServer): PageData {
  return errorPage(pageContext.request, BROKEN, 'A page could not be rendered.');
}
