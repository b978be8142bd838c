/** What a token must be allowed (Printful, "OAuth scopes"); one without `/read` covers reading. */
export const requiredScopes = [
  'orders',
  'sync_products/read',
  'webhooks',
  'stores_list/read',
  'file_library/read',
] as const

/** Those of the needed scopes that these do not cover. */
export const findMissingScopes = (found: readonly string[]): string[] =>
  requiredScopes.filter(
    (scope) => !found.includes(scope) && !found.includes(scope.replace(/\/read$/, '')),
  )
