export declare const BUILD_PACKAGES: readonly string[];
