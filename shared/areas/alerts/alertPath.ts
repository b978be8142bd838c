const pathPrefix = '/alerts/'

/** Builds the path of an alert's page: by the token of a message's link, or by the alert's ID. */
export const buildAlertPath = (token: string): string => pathPrefix + token

/** Returns the token of a path in the console, if it's the link of a message; otherwise null. */
export const parseAlertToken = (path: string | null): string | null =>
  path?.startsWith(pathPrefix) && !/[/?#]/.test(path.slice(pathPrefix.length))
    ? path.slice(pathPrefix.length)
    : null
