import { closing } from '../job-closing/closing.js';

export const helper = closing;
