export const catalogues = 1;
