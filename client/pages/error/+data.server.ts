import type { PageContextServer } from 'vike/types';
import { errorPage, type PageData } from '../../lib/page-data';

export function data(pageContext: PageContextServer): PageData {
  const { request } = pageContext;
  const { status, reason } = request.error ?? { status: 404, reason: 'There is nothing at this address.' };
  return errorPage(request, status, reason);
}
