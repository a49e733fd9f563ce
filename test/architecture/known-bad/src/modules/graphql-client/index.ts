import { auth } from '../auth/index.js';

export const client = auth;
