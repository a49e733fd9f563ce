/** Builds what has changed. @throws an error with the output of the failed step */
export function build(options?: { force?: boolean }): Promise<void>;
