import { sites } from '../sites/index.js';

export const limits = sites;
