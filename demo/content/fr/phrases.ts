import type { Phrases } from '../text-shapes.js';
import { frenchApplyPhrases } from './phrases-apply.js';
import { frenchNeedsPhrases } from './phrases-needs.js';
import { frenchRolePhrases } from './phrases-role.js';

export const frenchPhrases: Phrases = { ...frenchRolePhrases, ...frenchNeedsPhrases, ...frenchApplyPhrases };
