import type { ConsentChoices, ConsentService } from '#contract/consent/consent-services.js';

/** `unknown`: nothing was decided yet, or the provider does not say. It counts as a refusal everywhere. */
export type ConsentState = 'granted' | 'denied' | 'unknown';

/** Who knows what the visitor decided. One implementation for each provider, of which a page loads the one of its site. */
export interface ConsentProvider {
  /** When the provider knows what was decided before; rejected where its script cannot be loaded. */
  readonly ready: Promise<void>;
  /** The decision as it is now; never throws. */
  state(service: ConsentService): ConsentState;
  /** Calls after each decision, whether it changes anything or not. */
  onChange(listener: () => void): void;
  /** Shows where the visitor decides. @returns whether there is something to show */
  openSettings(): boolean;
  /** Asks the visitor, where nothing was decided yet; providers with scripts of their own do so by themselves. */
  readonly ask?: () => void;
  /** Takes a decision that the visitor made in our own page; only the built-in provider has it. @returns whether it was saved */
  readonly decide?: (choices: ConsentChoices) => Promise<boolean>;
  /** The provider loads the page anew by itself after a changed decision. */
  readonly reloadsPage?: boolean;
}
