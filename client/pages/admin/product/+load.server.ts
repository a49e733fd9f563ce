import { loadProducts, type ManagedProduct, productValues } from '../../../features/products/managed-product-table';
import { lookUp } from '../../../lib/lookup';
import { absentPage, type PageData } from '../../../lib/page-data';
import { type PageForm, partForm } from '../../../lib/page-form';
import { viewerPage, type ViewerRequest } from '../../../lib/viewer-page';

const NOTICES = ['saved', 'retired', 'restored'] as const;

export interface ManagedProductData extends PageData {
  /** null for a new product. */
  product: ManagedProduct | null;
  forms: Record<'save' | 'retire' | 'restore', PageForm>;
  notice?: (typeof NOTICES)[number];
}

export const load = viewerPage({ title: 'product-admin.one', role: 'administrator' }, async (request) => {
  const { query } = request;
  const id = query.get('product');
  if (id === null) return { product: null, forms: formsOf(request, null) };
  const answer = await loadProducts(request);
  const product = lookUp(answer, ({ managedProducts }) => managedProducts.find((each) => each.id === id));
  if (product.kind !== 'found') return absentPage(request, product);
  const notice = request.form ? undefined : NOTICES.find((known) => known === query.get('notice'));
  return { product: product.value, forms: formsOf(request, product.value), ...(notice ? { notice } : {}) };
});

/** A form that was sent back with errors contains the typed values. */
function formsOf(request: ViewerRequest, product: ManagedProduct | null): ManagedProductData['forms'] {
  const save = partForm(request, 'save');
  const isSent = save.errors.length > 0;
  return {
    save: isSent || !product ? save : { ...save, values: productValues(product) },
    retire: partForm(request, 'retire'),
    restore: partForm(request, 'restore'),
  };
}
