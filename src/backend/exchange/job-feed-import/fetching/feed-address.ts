const MAX_LENGTH = 2000;

/**
 * @param base base address for the target of a redirect
 * @throws FeedRefusal if the text is not a web address
 */
export function readFeedAddress(text: string, base?: URL): URL {
  if (text.length > MAX_LENGTH || !URL.canParse(text, base?.href)) throw new FeedRefusal('This is not a valid URL.');
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FeedRefusal(`Feeds are fetched by http and https only, not by ${url.protocol.slice(0, -1)}.`);
  if (url.username || url.password)
    throw new FeedRefusal(
      'The URL contains a password, which would be shown in lists and logs. Use a URL with a key instead.',
    );
  if (base?.protocol === 'https:' && url.protocol === 'http:')
    throw new FeedRefusal(`${base.host} redirects from https to http, where the feed could be changed in transit.`);
  return url;
}

/** Reason why an address is not fetched, or its content is not accepted: a sentence for the operator. */
export class FeedRefusal extends Error {
  override name = 'FeedRefusal';
}
