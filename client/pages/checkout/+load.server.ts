import { randomUUID } from 'node:crypto';
import { CheckoutDocument, type CheckoutQuery } from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { CHECKOUT_PATH, CONTACT_PATH, type Path } from '#contract/pages/paths.js';
import { countryCodes } from '#shared/places/country-codes.js';
import { translator } from '#shared/text/translator.js';
import { countryName } from '../../lib/format';
import { NO_SUCH_PAGE } from '../../lib/lookup';
import { absentPage, failedPage, type PageData } from '../../lib/page-data';
import { type PageForm, partForm } from '../../lib/page-form';
import { namedOrganization, viewerPage, type ViewerRequest } from '../../lib/viewer-page';

type Quote = CheckoutQuery['orderQuote'];

/**
 * - `details`: recipient of the invoice.
 * - `review`: summary of the order.
 * - `nothing`: there is nothing to buy, `problem` contains the reason.
 */
export interface CheckoutData extends PageData {
  step: 'details' | 'review' | 'nothing';
  quote: Quote;
  billing: CheckoutQuery['billingProfile'];
  quantity: number;
  maxQuantity: number;
  countries: readonly { value: string; text: string }[];
  requestKey: string;
  /** Path of the previous step. */
  back: Path;
  forms: { billing: PageForm; order: PageForm };
  problem?: string;
}

const FOUND = 302;
const MAX_QUANTITY = 100;
/** Pattern of the form's idempotency key; the user may have gone back to an old form. */
const KEY = /^[0-9a-f-]{36}$/;

const loadPage = viewerPage(
  { title: 'checkout.title', role: 'recruiter' },
  async (request): Promise<PageData | CheckoutData> => {
    const { form } = request;
    const organization = namedOrganization(request);
    if (organization === undefined) return absentPage(request, NO_SUCH_PAGE);
    // The forms are sent to this address, so they name the organization even if it is no longer the active one by then.
    const query = new URLSearchParams(request.query);
    const organizationId = organization?.id ?? null;
    if (organizationId !== null) query.set('organization', organizationId);
    const named = { ...request, query };
    const product = query.get('product') ?? '';
    const wanted = quantityOf(form?.values.quantity ?? query.get('quantity'));
    const input = { organizationId, product, quantity: wanted };
    const answer = await request.graphql(CheckoutDocument, { input, organizationId });
    if (!answer.ok) return failedPage(request, answer.failure);
    const { orderQuote: quote, billingProfile: billing } = answer.data;
    const maxQuantity = quote.product?.eligibility === 'first_purchase' ? 1 : MAX_QUANTITY;
    const step =
      !quote.product || !billing ? 'nothing' : query.get('step') === 'review' && quote.price ? 'review' : 'details';
    const t = translator(request.locale, request.messages);
    const problem =
      query.get('error') === 'key' && !form
        ? t('checkout.sentBefore')
        : billing
          ? quote.errors[0]?.message
          : t('checkout.noOrganization');
    const sentKey = form?.values.key;
    return {
      head: { title: t(step === 'review' ? 'checkout.review' : 'checkout.title'), robots: 'noindex' },
      step,
      quote,
      billing,
      quantity: Math.min(wanted, maxQuantity),
      maxQuantity,
      countries: countriesOf(request),
      requestKey: sentKey && KEY.test(sentKey) ? sentKey : randomUUID(),
      back: detailsPath(named),
      forms: { billing: partForm(named, 'billing'), order: partForm(named, 'order') },
      ...(problem ? { problem } : {}),
    };
  },
);

/** If products are not sold online, customers use the contact form. */
export const load: typeof loadPage = (request) =>
  request.site.commerce.selfService ? loadPage(request) : toContact(request);

function quantityOf(text: string | null | undefined): number {
  return /^[1-9]\d{0,2}$/.test(text ?? '') && Number(text) <= MAX_QUANTITY ? Number(text) : 1;
}

/** The site's countries come first. */
function countriesOf({ site, locale }: ViewerRequest): CheckoutData['countries'] {
  const option = (value: string) => ({ value, text: countryName(value, locale) });
  const own = site.countries.map(option);
  const others = countryCodes()
    .filter((code) => !site.countries.includes(code))
    .map(option)
    .sort((one, other) => one.text.localeCompare(other.text, locale));
  return [...own, ...others];
}

function detailsPath({ query }: ViewerRequest): Path {
  const stored = new URLSearchParams(
    [...query].filter(([name]) => ['product', 'quantity', 'destination', 'organization'].includes(name)),
  );
  return `${CHECKOUT_PATH}?${stored.toString()}`;
}

function toContact(request: PageRequest): PageData {
  request.respond({ status: FOUND, headers: { location: request.href(CONTACT_PATH) } });
  return { head: { title: '', robots: 'noindex' }, failure: { status: FOUND, reference: request.requestId } };
}
