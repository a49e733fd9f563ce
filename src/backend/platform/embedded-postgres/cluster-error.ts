/** The database cannot be opened; the message is meant for the person who starts the program. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';
}
