/**
 * Whether these keys allow an action in a key's area (design.md, "An area of the platform"): KEY
 * allows reading, and everything if no `KEY:...` is included.
 */
export function can(permissions: readonly string[], key: string, action: string): boolean {
  if (permissions.includes(`${key}:${action}`)) return true
  const isUnrestricted = () => !permissions.some((permission) => permission.startsWith(`${key}:`))
  return permissions.includes(key) && (action === 'read' || isUnrestricted())
}
