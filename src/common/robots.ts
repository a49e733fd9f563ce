const ROBOTS = /bot|crawl|spider|slurp|facebookexternalhit|embedly|preview/i;

/** Whether somebody says by their `User-Agent` that they are a program that reads pages for others. */
export function isRobot(userAgent: string | undefined): boolean {
  return ROBOTS.test(userAgent ?? '');
}
