import { auth } from '../auth/index.js';

export const sites = auth;
