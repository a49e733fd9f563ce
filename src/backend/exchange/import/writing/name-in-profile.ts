import { plainLine } from '../../../reference/text/plain-line.js';

// `Example Trust (ET) is a registered charity…`: a name, then what kind of organization it is.
const BEGINNING =
  /^((?:\p{Lu}[\p{L}\p{N}&.'’-]*)(?:\s+(?:\p{Lu}[\p{L}\p{N}.'’-]*|&|of|and|the|for|de|du|des|la|für|und)){0,6}?)(?:\s*\([^)]{1,20}\))?,?\s+(?:is|was founded as|ist|est)\s+(?:an?|the|one of the|eine?|une?|la|le)\s+([^.!?]{0,160})/u;
const KIND =
  /\b(?:compan(?:y|ies)|corporation|organi[sz]ation|charity|non-?profit|not-for-profit|foundation|trust|association|provider|supplier|firm|agency|manufacturer|retailer|start-?up|bank|hospital|university|college|school|ngo|verein|stiftung|unternehmen|fondation|entreprise|organisation)\b/i;
const NO_NAME =
  /^(?:we|our|us|i|it|this|that|these|the company|the role|the position|there|here|he|she|they|you|your|what|who|why|how|about|join|position|job|role|client|location|welcome|located|as|at|in|for|with|and|experience|qualifications?|requirements?|responsibilit(?:y|ies)|terms?|salary|duration|company|employer|founded|established|one|each|every|if|when)\b/i;
const MAX_LENGTH = 60;

/** @returns the organization's name, where its text begins with it beyond doubt; else undefined. */
export function nameInProfile(profile: string | undefined): string | undefined {
  if (profile === undefined) return undefined;
  const text = plainLine(profile.slice(0, 600));
  const [, name, what] = BEGINNING.exec(text) ?? [];
  if (name === undefined || what === undefined || name.length > MAX_LENGTH || NO_NAME.test(name) || !KIND.test(what))
    return undefined;
  return name.replace(/[.,;:]+$/, (end) => (/\b(?:Inc|Ltd|Co|Corp)\.$/.test(name) ? end : ''));
}
