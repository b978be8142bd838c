/**
 * Whether these keys allow an action in a key's area (design.md, "An area of the platform"): KEY
 * allows reading, and everything if no `KEY:...` is included.
 */
export function can(held: readonly string[], key: string, action: string): boolean {
  if (held.includes(`${key}:${action}`)) return true
  const isWhole = () => !held.some((one) => one.startsWith(`${key}:`))
  return held.includes(key) && (action === 'read' || isWhole())
}
