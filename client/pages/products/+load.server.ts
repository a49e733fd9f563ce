import { ProductsDocument, type SoldProductFragment } from '#contract/generated/operations.js';
import { isUnsupported } from '#contract/backend/graphql-outcome.js';
import { localAddress } from '#contract/pages/callback-url.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { translator } from '#shared/text/translator.js';
import { failedPage, type PageData, toContact } from '../../lib/page-data';

export interface ProductsData extends PageData {
  products: readonly SoldProductFragment[];
  /** Address on the site to which a buyer returns; undefined for the page where the product is used. */
  destination?: string;
}

const OWN_ORIGIN = 'http://own.invalid';

export async function load(request: PageRequest): Promise<ProductsData | PageData> {
  const { site, locale, messages } = request;
  if (!site.commerce.selfService) return toContact(request);
  const t = translator(locale, messages);
  const wanted = localAddress(request.query.get('destination') ?? '', OWN_ORIGIN);
  const answer = await request.graphql(ProductsDocument, {});
  // A backend without product queries sells none.
  if (!answer.ok && !isUnsupported(answer.failure)) return failedPage(request, answer.failure);
  return {
    head: { title: t('products.title'), description: t('products.description', { site: site.title }) },
    products: answer.ok ? answer.data.products : [],
    ...(wanted === '/' ? {} : { destination: wanted }),
  };
}
