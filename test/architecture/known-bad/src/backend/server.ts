// A standalone backend may only import the modules for metrics and tracing.
import { sites } from '../modules/sites/index.js';

export const served = sites;
