import type { PaymentProviderName } from '#contract/generated/resolvers.js';

/** Data of an order that a payment service needs. Amounts are in minor units. */
export interface PayableOrder {
  id: number;
  /** Currency code (ISO 4217). */
  currency: string;
  unitAmount: number;
  quantity: number;
  productName: string;
  /** Labels are in the language of the order: `HST 13 %`. */
  taxes: readonly { label: string; amount: number }[];
  email: string;
  /** For example `en-CA`. */
  locale: string;
  /** Absolute addresses to which the buyer returns. */
  returnTo: { paid: string; canceled: string };
}

/** State of a payment as reported by the service. Amounts are in minor units. */
export interface PaymentStatus {
  /** - `open`: it can still be paid, or is being paid. - `failed`: it can no longer be paid. */
  state: 'open' | 'paid' | 'failed';
  currency: string;
  total: number;
  /** Total amount refunded so far. */
  refunded: number;
  /** Whether the buyer's bank has reclaimed the money (chargeback). */
  dispute: 'none' | 'open' | 'lost';
}

/** The trusted part of an event of a service: the state of the payment is then requested from the service. */
export interface PaymentEvent {
  id: string;
  type: string;
  orderId?: number;
  paymentId?: string;
}

/** A payment method. Methods that call a service reject if it does not respond. */
export interface PaymentProvider {
  readonly name: PaymentProviderName;
  /** @returns address of the payment page; empty if there is none */
  begin(order: PayableOrder): Promise<{ paymentId?: string; url?: string }>;
  /** @returns undefined if only the operator knows the state */
  status(paymentId: string): Promise<PaymentStatus | undefined>;
  /** @returns whether it can no longer be paid; false if it is being paid, or is completed */
  end(paymentId: string): Promise<boolean>;
  /** @param refund.key idempotency key: repeated calls refund once */
  refund(paymentId: string, refund: { amount: number; key: string }): Promise<void>;
  /** @returns the order of a payment; undefined if the payment was made for something else */
  orderOf(paymentId: string): Promise<number | undefined>;
  /** @returns undefined if the event was not signed by the service, or is too old */
  readEvent(body: string, signature: string): Promise<PaymentEvent | undefined>;
}

/** Payment on invoice: the operator sees payments on the bank account, and makes refunds manually. */
export const invoiceProvider: PaymentProvider = {
  name: 'invoice',
  begin: () => Promise.resolve({}),
  status: () => Promise.resolve(undefined),
  end: () => Promise.resolve(true),
  refund: () => Promise.resolve(),
  orderOf: () => Promise.resolve(undefined),
  readEvent: () => Promise.resolve(undefined),
};
