import type { PaymentProviderName } from '#contract/generated/resolvers.js';

/** An order as a payment service has to know it. Amounts are in minor units. */
export interface PayableOrder {
  id: number;
  /** ISO 4217 */
  currency: string;
  unitAmount: number;
  quantity: number;
  productName: string;
  /** In the language of the order: `HST 13 %`. */
  taxes: readonly { label: string; amount: number }[];
  email: string;
  /** `en-CA` */
  locale: string;
  /** Where the buyer comes back to: absolute addresses. */
  returnTo: { paid: string; canceled: string };
}

/** What a service says of a payment. Amounts are in minor units. */
export interface PaymentStatus {
  /** - `open`: it can still be paid, or is being paid. - `failed`: it never will be. */
  state: 'open' | 'paid' | 'failed';
  currency: string;
  total: number;
  /** What was paid back so far. */
  refunded: number;
  /** Whether the bank of the buyer takes the money back. */
  dispute: 'none' | 'open' | 'lost';
}

/** What a service tells of an event, as far as it is trusted: the state of the payment is asked for. */
export interface PaymentEvent {
  id: string;
  type: string;
  orderId?: number;
  paymentId?: string;
}

/** A way to pay. Methods that ask a service reject when it does not answer. */
export interface PaymentProvider {
  readonly name: PaymentProviderName;
  /** @returns where the buyer pays; nothing, if they pay by themselves */
  begin(order: PayableOrder): Promise<{ paymentId?: string; url?: string }>;
  /** @returns undefined: nobody but the operator knows */
  status(paymentId: string): Promise<PaymentStatus | undefined>;
  /** @returns whether it can no longer be paid from now on; false: it is being paid, or is over */
  end(paymentId: string): Promise<boolean>;
  /** @param refund.key the same one pays back once */
  refund(paymentId: string, refund: { amount: number; key: string }): Promise<void>;
  /** @returns the order that a payment was made for; undefined: it is none of ours */
  orderOf(paymentId: string): Promise<number | undefined>;
  /** @returns undefined: it does not come from the service, or is too old */
  readEvent(body: string, signature: string): Promise<PaymentEvent | undefined>;
}

/** An invoice: the operator sees on their account whether it was paid, and sends money back by themselves. */
export const invoiceProvider: PaymentProvider = {
  name: 'invoice',
  begin: () => Promise.resolve({}),
  status: () => Promise.resolve(undefined),
  end: () => Promise.resolve(true),
  refund: () => Promise.resolve(),
  orderOf: () => Promise.resolve(undefined),
  readEvent: () => Promise.resolve(undefined),
};
