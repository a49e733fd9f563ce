/** Why the database cannot be opened; the message is meant for whoever starts the program. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';
}
