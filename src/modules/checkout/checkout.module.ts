import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { GRAPHQL_MAX_INT } from 'graphql';
import { BILLING_FIELDS } from '#contract/commerce/billing-profile.js';
import { readAmount } from '#contract/commerce/product-fields.js';
import {
  type PaymentProviderName,
  PlaceOrderDocument,
  SaveBillingProfileDocument,
  CancelOrderDocument,
  MarkOrderPaidDocument,
  OrderCurrencyDocument,
  RefundOrderDocument,
} from '#contract/generated/operations.js';
import { CHECKOUT_PATH, orderPath, orderReturnPath, MANAGED_ORDER_PATH } from '#contract/pages/paths.js';
import type { GraphqlResult } from '#contract/backend/graphql-outcome.js';
import {
  FormRegistry,
  FormsModule,
  type FormAction,
  type FormContext,
  formsOfPage,
  type PagePart,
  type FormOutcome,
} from '../forms/index.js';
import { SitesModule } from '../sites/index.js';
import { again, failed } from '../account/index.js';
import { PaymentEventsController } from './payment-events.controller.js';

/** Each form of the page has its own field for the reason, so that errors are shown at the right one. */
const REASONS = { paid: 'paidReason', cancel: 'cancelReason', refund: 'refundReason' } as const;

const paid: PagePart = {
  fields: [{ name: REASONS.paid }],
  async handle(values, call) {
    const variables = { id: orderId(call), reason: values[REASONS.paid] ?? '' };
    return outcomeOf(await call.graphql(MarkOrderPaidDocument, variables), call, 'paid');
  },
};

const cancel: PagePart = {
  fields: [{ name: REASONS.cancel }],
  async handle(values, call) {
    const variables = { id: orderId(call), reason: values[REASONS.cancel] ?? '' };
    return outcomeOf(await call.graphql(CancelOrderDocument, variables), call, 'cancel');
  },
};

const refund: PagePart = {
  fields: [{ name: REASONS.refund }, { name: 'amount' }, { name: 'refunded' }],
  async handle(values, call) {
    const typed = (values.amount ?? '').trim();
    const order = await call.graphql(OrderCurrencyDocument, { id: orderId(call) });
    if (!order.ok) return failed(order.failure, call);
    const amount = typed === '' ? null : amountOf(typed, order.data.order?.price.currency);
    if (amount === undefined) return again([{ field: 'amount', message: call.t('checkout.admin.amountRule') }]);
    const variables = {
      id: orderId(call),
      amount,
      refunded: wholeNumber(values.refunded),
      reason: values[REASONS.refund] ?? '',
    };
    return outcomeOf(await call.graphql(RefundOrderDocument, variables), call, 'refund');
  },
};

const orderForms: FormAction = formsOfPage(MANAGED_ORDER_PATH, { paid, cancel, refund });
const PROVIDERS: readonly PaymentProviderName[] = ['invoice', 'stripe'];

/** Recipient of the invoice and quantity of the product; the next step reviews the order. */
const billing: PagePart = {
  fields: [{ name: 'quantity' }, ...BILLING_FIELDS.map((name) => ({ name }))],
  async handle(values, call) {
    const text = (name: (typeof BILLING_FIELDS)[number]) => values[name] ?? '';
    const answer = await call.graphql(SaveBillingProfileDocument, {
      organizationId: organizationOf(call),
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
  fields: [
    ...(['quantity', 'priceId', 'total', 'contents', 'key', 'provider', 'terms'] as const).map((name) => ({ name })),
  ],
  async handle(values, call) {
    const provider = PROVIDERS.find((known) => known === values.provider) ?? 'invoice';
    const answer = await call.graphql(PlaceOrderDocument, {
      input: {
        organizationId: organizationOf(call),
        product: call.query.get('product') ?? '',
        quantity: wholeNumber(values.quantity),
        priceId: values.priceId ?? '',
        total: wholeNumber(values.total),
        contents: values.contents || null,
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

const checkoutForm: FormAction = formsOfPage(CHECKOUT_PATH, { billing, order });

/** Orders placed by forms of pages, and the events of payment services. */
@Module({ imports: [FormsModule, SitesModule], controllers: [PaymentEventsController] })
export class CheckoutModule implements OnModuleInit {
  constructor(@Inject(FormRegistry) private readonly forms: FormRegistry) {}

  onModuleInit(): void {
    for (const action of [checkoutForm, orderForms]) this.forms.add(action);
  }
}

/** @returns -1, which the backend refuses everywhere, if the text is missing or not a whole number */
function wholeNumber(text: string | undefined): number {
  const number = /^\d{1,10}$/.test(text ?? '') ? Number(text) : -1;
  return number <= GRAPHQL_MAX_INT ? number : -1;
}

/**
 * The organization for which the form was shown: the address of a form names it, because another one may have become the active one since.
 *
 * @returns null for the active one, if the viewer had none or the form is from before forms named it
 */
function organizationOf({ query }: FormContext): string | null {
  return query.get('organization');
}

/** Returns the URL of the checkout page with its product, its organization and the page where the buyer continues. */
function checkoutAt(call: FormContext, changed: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams();
  for (const name of ['product', 'quantity', 'destination', 'organization']) {
    const value = changed[name] ?? call.query.get(name);
    if (value) query.set(name, value);
  }
  for (const [name, value] of Object.entries(changed)) query.set(name, value);
  return call.href(`${CHECKOUT_PATH}?${query.toString()}`);
}

interface Decided {
  done: { errors: { field?: string | null; message: string }[] };
}

function outcomeOf(answer: GraphqlResult<Decided>, call: FormContext, part: keyof typeof REASONS): FormOutcome {
  if (!answer.ok) return failed(answer.failure, call);
  const { errors } = answer.data.done;
  if (errors.length > 0)
    return again(
      errors.map(({ field, message }) => ({ field: field === 'reason' ? REASONS[part] : (field ?? null), message })),
    );
  const query = new URLSearchParams({ order: orderId(call), notice: part });
  return { kind: 'done', redirect: call.href(`${MANAGED_ORDER_PATH}?${query.toString()}`) };
}

function orderId({ query }: FormContext): string {
  return query.get('order') ?? '';
}

/** @returns minor units; undefined if the text is not an amount of the currency, or exceeds what an order can cost */
function amountOf(typed: string, currency: string | undefined): number | undefined {
  const amount = currency === undefined ? undefined : readAmount(typed, currency);
  return amount !== undefined && amount <= GRAPHQL_MAX_INT ? amount : undefined;
}
