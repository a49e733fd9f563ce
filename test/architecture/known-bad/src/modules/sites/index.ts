export const sites = 1;
