import { loadProducts, type ManagedProduct } from '../../../features/products/managed-product-table';
import { failedPage, type PageData } from '../../../lib/page-data';
import { viewerPage } from '../../../lib/viewer-page';

export interface ManagedProductsData extends PageData {
  products: readonly ManagedProduct[];
}

export const load = viewerPage({ title: 'product-admin.title', role: 'administrator' }, async (request) => {
  const answer = await loadProducts(request);
  return answer.ok ? { products: answer.data.managedProducts } : failedPage(request, answer.failure);
});
