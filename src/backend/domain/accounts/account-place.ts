/** Where and when something is done to an account: mail about it comes from that site, in that language. */
export interface Place {
  site: string;
  /** `en` */
  language: string;
  now: Date;
}
