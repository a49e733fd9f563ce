import { sites } from '../modules/sites/index.js';

export const clock = sites;
