export const closing = 1;
