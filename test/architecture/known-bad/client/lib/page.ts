import { mailer } from '../../src/backend/mailer.js';

export const page = mailer;
