/** Builds what has changed. @throws with the output of what failed */
export function build(options?: { force?: boolean }): Promise<void>;
