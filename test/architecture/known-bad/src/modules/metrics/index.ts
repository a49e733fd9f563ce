// What measures is loaded by a backend, which must not load the web tier with it.
import { sites } from '../sites/index.js';

export const measured = sites;
