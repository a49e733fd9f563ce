import type { ProviderVisit } from './provider-visit';
import type { Scene } from './visit-lane';

/** A situation that can occur with any provider, and its expected outcome. */
export interface Scenario {
  title: string;
  /** Only for providers with scripts from other hosts and their own state. */
  external?: true;
  /** Only for the product's own consent. */
  builtIn?: true;
  scene?: Scene;
  run(visit: ProviderVisit): Promise<void>;
}
