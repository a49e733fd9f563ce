/** Why an address is not fetched, or what came from it is not taken: a sentence for the operator. */
export class FeedRefusal extends Error {
  override name = 'FeedRefusal';
}
