import type { Translate } from '#shared/text/translator.js';

/** A part of a page that shows credits, subscriptions, or a summary of both. */
export type EntitlementPart = 'credits' | 'subscriptions' | 'balance';

const ALWAYS = ['error.again', 'form.close'];
const CREDITS = [
  'dashboard.credits.title',
  'dashboard.credits.failed',
  'dashboard.credits.none',
  'dashboard.credits.own',
  'dashboard.credits.buy',
];
const SUBSCRIPTIONS = [
  'dashboard.subscriptions.title',
  'dashboard.subscriptions.failed',
  'dashboard.subscriptions.none',
  'dashboard.subscriptions.total_one',
  'dashboard.subscriptions.total_other',
  'dashboard.subscriptions.until',
  'dashboard.subscriptions.since',
  'dashboard.subscriptions.jobSlots_one',
  'dashboard.subscriptions.jobSlots_other',
  'dashboard.subscriptions.contacts',
  'dashboard.subscriptions.buy',
];
const BALANCE = [
  'dashboard.credits.failed',
  'dashboard.subscriptions.failed',
  'dashboard.balance.title',
  'dashboard.balance.details',
  'dashboard.balance.jobSlots',
  'dashboard.balance.contacts',
];
const KEYS: Readonly<Record<EntitlementPart, readonly string[]>> = {
  credits: [...ALWAYS, ...CREDITS],
  subscriptions: [...ALWAYS, ...SUBSCRIPTIONS],
  balance: [...ALWAYS, ...BALANCE],
};

/**
 * The messages that the browser needs for a part, in the order of its keys: in the catalogue of all islands, they would
 * be part of every page.
 */
export function entitlementTexts(t: Translate, part: EntitlementPart): string[] {
  // Without values, a message keeps its placeholders.
  return KEYS[part].map((key) => t(key));
}

/** @param texts texts from `entitlementTexts` */
export function entitlementMessages(part: EntitlementPart, texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(KEYS[part].map((key, index) => [key, texts[index] ?? key]));
}
