import type { Keywords } from '../port/search.port.js';

/**
 * Memoizes values derived from keywords. The same words are the same object in later searches, as long as `readKeywords` of the request
 * caches them; derived values are garbage-collected together with them.
 *
 * @typeParam Owner object that computes the values; each value is valid for one owner only
 */
export class KeywordMemo<Owner extends object, Value> {
  private readonly known = new WeakMap<Owner, WeakMap<Keywords, Map<string, Value>>>();

  /** @param key other inputs of the value, such as the language */
  get(owner: Owner, keywords: Keywords, key: string): Value | undefined {
    return this.known.get(owner)?.get(keywords)?.get(key);
  }

  set(owner: Owner, keywords: Keywords, key: string, value: Value): Value {
    const ofOwner = this.known.get(owner) ?? new WeakMap<Keywords, Map<string, Value>>();
    const ofKeywords = ofOwner.get(keywords) ?? new Map<string, Value>();
    this.known.set(owner, ofOwner);
    ofOwner.set(keywords, ofKeywords);
    ofKeywords.set(key, value);
    return value;
  }
}
