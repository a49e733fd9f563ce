import type { PageContextServer } from 'vike/types';
import type { PageHead } from '../../lib/head';

export function data(pageContext: PageContextServer): { head: PageHead } {
  return { head: { title: pageContext.request.site.title } };
}
