import { sites } from '../src/modules/sites/index.js';

export const install = sites;
