// The backend loads the metrics module, which must not load the web tier with it.
import { sites } from '../sites/index.js';

export const measured = sites;
