import { closing } from '../job-closing/closing.js';

export const jobs = closing;
