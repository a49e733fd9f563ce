import { OrderCurrencyDocument } from '#contract/generated/operations.js';
import { MANAGED_ORDER_PATH } from '#contract/pages/paths.js';
import { FORM_FIELD } from '#contract/applications/sent-form.js';
import { type FormContext, FormRegistry, readForm } from '../forms/index.js';
import { CheckoutModule } from './checkout.module.js';

/** Sends the refund form of an order. @returns the variables that the backend gets */
async function refund(sent: Record<string, string>): Promise<unknown> {
  const forms = new FormRegistry();
  new CheckoutModule(forms).onModuleInit();
  const action = forms.find(MANAGED_ORDER_PATH)!;
  const asked: unknown[] = [];
  const call = {
    query: new URLSearchParams({ order: '7' }),
    href: (path: string) => path,
    t: (key: string) => key,
    graphql: (document: unknown, variables: unknown) => {
      if (document === OrderCurrencyDocument)
        return Promise.resolve({ ok: true, data: { order: { price: { currency: 'CAD' } } } });
      asked.push(variables);
      return Promise.resolve({ ok: true, data: { done: { errors: [] } } });
    },
  } as unknown as FormContext;
  const { values } = readForm({ [FORM_FIELD]: 'refund', refundReason: 'Goodwill', ...sent }, action);
  await action.handle(values, call);
  expect(asked).toHaveLength(1);
  return asked[0];
}

describe('[REC-08] the form that refunds an order', () => {
  it('says what had been refunded when the amount was chosen', async () => {
    const expected = { id: '7', amount: 1000, refunded: 2500, reason: 'Goodwill' };
    expect(await refund({ amount: '10.00', refunded: '2500' })).toEqual(expected);
    expect(await refund({ amount: '10', refunded: '2000000000' })).toMatchObject({ refunded: 2_000_000_000 });
    expect(await refund({ refunded: '0' })).toMatchObject({ amount: null, refunded: 0 });
  });

  it.each(['-5', '1.5', 'all', '2147483648', '99999999999'])(
    'sends a value that no order has instead of %s, so that the backend refuses it',
    async (refunded) => {
      expect(await refund({ amount: '10', refunded })).toMatchObject({ refunded: -1 });
    },
  );

  it('does the same if the value is missing', async () => {
    expect(await refund({ amount: '10' })).toMatchObject({ refunded: -1 });
  });
});
