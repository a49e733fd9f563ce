import type { Phrases } from '../text-shapes.js';
import { englishApplyPhrases } from './phrases-apply.js';
import { englishNeedsPhrases } from './phrases-needs.js';
import { englishOfferPhrases } from './phrases-offer.js';
import { englishRolePhrases } from './phrases-role.js';

export const englishPhrases: Phrases = {
  ...englishRolePhrases,
  ...englishNeedsPhrases,
  ...englishOfferPhrases,
  ...englishApplyPhrases,
};
