export const siteList = 1;
