// A standalone backend shares what measures and traces, and no other module.
import { sites } from '../modules/sites/index.js';

export const served = sites;
