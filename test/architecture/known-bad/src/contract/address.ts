import { mailer } from '../backend/mailer.js';

export const address = mailer;
