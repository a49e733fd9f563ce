import { BILLING_FIELDS } from '#contract/commerce/billing-profile.js';
import {
  type PaymentProviderName,
  PlaceOrderDocument,
  SaveBillingProfileDocument,
} from '#contract/generated/operations.js';
import { CHECKOUT_PATH, orderPath, orderReturnPath } from '#contract/pages/paths.js';
import { again, failed } from '../account/index.js';
import { type FormAction, type FormContext, formsOfPage, type PagePart } from '../forms/index.js';

const PROVIDERS: readonly PaymentProviderName[] = ['invoice', 'stripe'];

/** Recipient of the invoice and quantity of the product; the next step reviews the order. */
const billing: PagePart = {
  fields: [{ name: 'quantity' }, ...BILLING_FIELDS.map((name) => ({ name }))],
  async handle(values, call) {
    const text = (name: (typeof BILLING_FIELDS)[number]) => values[name] ?? '';
    const answer = await call.graphql(SaveBillingProfileDocument, {
      input: {
        companyName: text('companyName'),
        email: text('email'),
        firstName: text('firstName'),
        lastName: text('lastName'),
        vatNumber: text('vatNumber'),
        address: {
          countryCode: text('countryCode'),
          administrativeArea: text('administrativeArea'),
          addressLine1: text('addressLine1'),
          addressLine2: text('addressLine2'),
          locality: text('locality'),
          zip: text('zip'),
        },
      },
    });
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.saveBillingProfile;
    if (errors.length > 0) return again(errors);
    return { kind: 'done', redirect: checkoutAt(call, { quantity: values.quantity ?? '', step: 'review' }) };
  },
};

/** Places the reviewed order once: the idempotency key was created with the page. */
const order: PagePart = {
  fields: [...(['quantity', 'priceId', 'total', 'key', 'provider', 'terms'] as const).map((name) => ({ name }))],
  async handle(values, call) {
    const provider = PROVIDERS.find((known) => known === values.provider) ?? 'invoice';
    const answer = await call.graphql(PlaceOrderDocument, {
      input: {
        product: call.query.get('product') ?? '',
        quantity: wholeNumber(values.quantity),
        priceId: values.priceId ?? '',
        total: wholeNumber(values.total),
        provider,
        key: values.key ?? '',
        termsAccepted: values.terms === 'yes',
        destination: call.query.get('destination'),
      },
    });
    if (!answer.ok) return failed(answer.failure, call);
    const { order: placed, payUrl, errors } = answer.data.placeOrder;
    if (errors.length > 0) {
      // The page creates a new key only when it is opened again.
      if (errors.some(({ rule }) => rule === 'key'))
        return {
          kind: 'done',
          redirect: checkoutAt(call, { quantity: values.quantity ?? '', step: 'review', error: 'key' }),
        };
      return again(errors);
    }
    const { id, delivered } = placed!;
    return { kind: 'done', redirect: payUrl ?? call.href(delivered ? orderReturnPath(id) : orderPath(id)) };
  },
};

function wholeNumber(text: string | undefined): number {
  return /^\d{1,9}$/.test(text ?? '') ? Number(text) : -1;
}

/** Returns the URL of the checkout page with its product and the page where the buyer continues. */
function checkoutAt(call: FormContext, changed: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams();
  for (const name of ['product', 'quantity', 'destination']) {
    const value = changed[name] ?? call.query.get(name);
    if (value) query.set(name, value);
  }
  for (const [name, value] of Object.entries(changed)) query.set(name, value);
  return call.href(`${CHECKOUT_PATH}?${query.toString()}`);
}

export const checkoutForm: FormAction = formsOfPage(CHECKOUT_PATH, { billing, order });
