/** A running server process of any role. */
export interface RunningServer {
  /** The URL at which it listens, such as `http://127.0.0.1:3000`. */
  url: string;
  /** Information for the person who started it, line by line. */
  welcome: string[];
  /**
   * Reports that it is not ready, waits, stops listening, lets requests in progress finish and closes the backend.
   *
   * @param delayMs how long new connections are still accepted
   */
  close(delayMs: number): Promise<void>;
}
