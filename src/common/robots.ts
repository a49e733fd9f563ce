const ROBOTS = /bot|crawl|spider|slurp|facebookexternalhit|embedly|preview/i;

/** Whether the `User-Agent` identifies a robot, such as a crawler or a link preview. */
export function isRobot(userAgent: string | undefined): boolean {
  return ROBOTS.test(userAgent ?? '');
}
