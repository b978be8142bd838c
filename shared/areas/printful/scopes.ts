/**
 * Scopes that a token must have (Printful, "OAuth scopes"). A scope without `/read` includes
 * reading.
 */
export const requiredScopes = [
  'orders',
  'sync_products/read',
  'webhooks',
  'stores_list/read',
  'file_library/read',
] as const

/** Returns the required scopes that the token lacks. */
export const findMissingScopes = (granted: readonly string[]): string[] =>
  requiredScopes.filter(
    (scope) => !granted.includes(scope) && !granted.includes(scope.replace(/\/read$/, '')),
  )
