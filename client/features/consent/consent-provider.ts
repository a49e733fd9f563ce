import type { ConsentChoices, ConsentService } from '#contract/consent/consent-services.js';

/**
 * `unknown` if nothing was decided yet, or if the provider does not report it. It is treated as a refusal everywhere.
 */
export type ConsentState = 'granted' | 'denied' | 'unknown';

/**
 * Source of the visitor's consent decisions. There is one implementation per provider, and a page loads only that of
 * its site.
 */
export interface ConsentProvider {
  /** Resolves when the provider knows the previous decision; rejected if its script cannot be loaded. */
  readonly ready: Promise<void>;
  /** The current decision; never throws. */
  state(service: ConsentService): ConsentState;
  /** Calls the listener after each decision, whether it changes anything or not. */
  onChange(listener: () => void): void;
  /** Shows the provider's settings. @returns whether there are any to show */
  openSettings(): boolean;
  /** Asks the visitor if nothing was decided yet; providers with scripts of their own do so by themselves. */
  readonly ask?: () => void;
  /**
   * Saves a decision that the visitor made on our own page; only the built-in provider supports it.
   *
   * @returns whether it was saved
   */
  readonly decide?: (choices: ConsentChoices) => Promise<boolean>;
  /** The provider reloads the page by itself after a changed decision. */
  readonly reloadsPage?: boolean;
}
