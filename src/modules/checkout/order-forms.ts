import { CancelOrderDocument, MarkOrderPaidDocument, RefundOrderDocument } from '#contract/generated/operations.js';
import type { GraphqlResult } from '#contract/backend/graphql-outcome.js';
import { MANAGED_ORDER_PATH } from '#contract/pages/paths.js';
import { again, failed } from '../account/index.js';
import { type FormAction, type FormContext, type FormOutcome, formsOfPage, type PagePart } from '../forms/index.js';

/** Each form of the page has its own field for the reason, so that errors are shown at the right one. */
const REASONS = { paid: 'paidReason', cancel: 'cancelReason', refund: 'refundReason' } as const;

interface Decided {
  done: { errors: { field?: string | null; message: string }[] };
}

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
  fields: [{ name: REASONS.refund }, { name: 'amount' }],
  async handle(values, call) {
    const typed = (values.amount ?? '').trim();
    const amount = typed === '' ? null : minorUnits(typed);
    if (amount === undefined) return again([{ field: 'amount', message: call.t('checkout.admin.amountRule') }]);
    const variables = { id: orderId(call), amount, reason: values[REASONS.refund] ?? '' };
    return outcomeOf(await call.graphql(RefundOrderDocument, variables), call, 'refund');
  },
};

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

/** @param typed amount with at most two digits after a point or comma @returns undefined if it is not an amount */
function minorUnits(typed: string): number | undefined {
  const [, whole = '', cents = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(typed) ?? [];
  return whole === '' ? undefined : Number(whole) * 100 + Number(cents.padEnd(2, '0'));
}

export const orderForms: FormAction = formsOfPage(MANAGED_ORDER_PATH, { paid, cancel, refund });
