import type { Keywords } from '../port/search.port.js';

/**
 * Remembers what was worked out from keywords. The same words are the same object whenever they are searched for again, as long as
 * `readKeywords` of the request remembers them; what was worked out from them is forgotten together with them.
 *
 * @typeParam Owner by what it was worked out; a value holds for one owner only
 */
export class KeywordMemo<Owner extends object, Value> {
  private readonly known = new WeakMap<Owner, WeakMap<Keywords, Map<string, Value>>>();

  /** @param key what the value depends on besides: the language, for example */
  get(owner: Owner, keywords: Keywords, key: string): Value | undefined {
    return this.known.get(owner)?.get(keywords)?.get(key);
  }

  /** @returns the value */
  set(owner: Owner, keywords: Keywords, key: string, value: Value): Value {
    const ofOwner = this.known.get(owner) ?? new WeakMap<Keywords, Map<string, Value>>();
    const ofKeywords = ofOwner.get(keywords) ?? new Map<string, Value>();
    this.known.set(owner, ofOwner);
    ofOwner.set(keywords, ofKeywords);
    ofKeywords.set(key, value);
    return value;
  }
}
