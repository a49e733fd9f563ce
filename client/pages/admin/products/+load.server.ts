import { ManagedProductsDocument, type ManagedProductFactsFragment } from '#contract/generated/operations.js';
import { failedPage, type PageData } from '../../../lib/page-data';
import { viewerPage } from '../../../lib/viewer-page';

export interface ManagedProductsData extends PageData {
  products: readonly ManagedProductFactsFragment[];
}

export const load = viewerPage({ title: 'product-admin.title', role: 'administrator' }, async (request) => {
  const answer = await request.graphql(ManagedProductsDocument, {});
  return answer.ok ? { products: answer.data.managedProducts } : failedPage(request, answer.failure);
});
