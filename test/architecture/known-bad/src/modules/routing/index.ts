import { auth } from '../auth/index.js';

export const routing = auth;
