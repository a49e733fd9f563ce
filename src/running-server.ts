/** A process that serves what its role wants. */
export interface RunningServer {
  /** Where it listens, `http://127.0.0.1:3000`. */
  url: string;
  /** What a person who started it wants to know, line by line. */
  welcome: string[];
  /**
   * Says that it is going, waits, stops listening, lets requests in flight finish and closes the backend.
   *
   * @param delayMs how long new connections are taken meanwhile
   */
  close(delayMs: number): Promise<void>;
}
