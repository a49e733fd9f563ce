import type { ProviderVisit } from './provider-visit';
import type { Scene } from './visit-lane';

/** Something that happens with any provider, and what must come of it. */
export interface Scenario {
  title: string;
  /** Only for providers with scripts of other hosts, and a state of their own. */
  external?: true;
  /** Only for the product itself. */
  builtIn?: true;
  scene?: Scene;
  run(visit: ProviderVisit): Promise<void>;
}
