/** Whether holders may act in a key's area (design.md, "Platform calls"): KEY opens reading, and all where no `KEY:...` is held. */
export function can(held: readonly string[], key: string, action: string): boolean {
  if (held.includes(`${key}:${action}`)) return true
  const isWhole = () => !held.some((one) => one.startsWith(`${key}:`))
  return held.includes(key) && (action === 'read' || isWhole())
}
