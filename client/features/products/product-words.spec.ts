import type { ProductGrantsFactsFragment } from '#contract/generated/operations.js';
import { benefitsOf, groupOf, pricePerCredit, termsOf } from './product-words';

const NOTHING: ProductGrantsFactsFragment = {
  jobCredits: 0,
  contactCredits: 0,
  creditDays: null,
  subscriptionMonths: null,
  jobSlots: 0,
  contactSlots: 0,
  featuredDays: 0,
  topDays: 0,
};
const t = (key: string, values?: object) => `${key} ${JSON.stringify(values ?? {})}`;

describe('texts about a product', () => {
  it.each([
    ['jobs', { jobCredits: 5 }],
    ['contacts', { contactCredits: 5 }],
    ['placements', { featuredDays: 14, topDays: 14 }],
    ['bundles', { jobCredits: 1, contactCredits: 5 }],
    ['bundles', { jobCredits: 1, topDays: 14 }],
    ['subscriptions', { jobSlots: 5, subscriptionMonths: 12, jobCredits: 1 }],
  ] as const)('[REC-08] the section is %s', (group, grants) => {
    expect(groupOf({ ...NOTHING, ...grants })).toBe(group);
  });

  it('[REC-08] contain the price per credit, to the cent, if it consists of several credits only', () => {
    const priceOf = (grants: Partial<ProductGrantsFactsFragment>) =>
      pricePerCredit({ grants: { ...NOTHING, ...grants } }, 1000);
    expect(priceOf({ jobCredits: 3 })).toEqual({ kind: 'job', amount: 333 });
    expect(priceOf({ contactCredits: 20 })).toEqual({ kind: 'contact', amount: 50 });
    expect(priceOf({ jobCredits: 1 })).toBeUndefined();
    expect(priceOf({ jobCredits: 5, contactCredits: 5 })).toBeUndefined();
    expect(priceOf({ topDays: 14 })).toBeUndefined();
  });

  it('[REC-08] contain all of its benefits and terms', () => {
    const grants = { ...NOTHING, jobCredits: 1, contactCredits: 5, topDays: 14, creditDays: 90 };
    expect(benefitsOf(grants, t)).toEqual([
      'products.gives.jobCredits {"count":1}',
      'products.gives.contactCredits {"count":5}',
      'products.gives.topDays {"count":14}',
    ]);
    expect(termsOf({ grants, renewal: 'none', eligibility: 'first_purchase' }, t)).toEqual([
      'products.terms.creditDays {"count":90}',
      'products.terms.firstPurchase {}',
    ]);
    const endless = { ...NOTHING, jobCredits: 1 };
    expect(termsOf({ grants: endless, renewal: 'none', eligibility: 'everybody' }, t)).toEqual([
      'products.terms.noExpiry {}',
    ]);
    const slots = { ...NOTHING, jobSlots: 5, subscriptionMonths: 12 };
    expect(termsOf({ grants: slots, renewal: 'automatic', eligibility: 'everybody' }, t)).toEqual([
      'products.terms.months {"count":12}',
      'products.terms.renewal.automatic {}',
    ]);
  });
});
