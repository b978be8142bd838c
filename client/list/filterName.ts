import { filterKind } from '#shared/engine/listQuery.ts'
import { messages } from '#shared/messages.ts'
import { columnLabel } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'

const words: Record<string, string> = {
  contains: messages.list.contains,
  has: messages.list.has,
  gte: messages.list.from,
  lte: messages.list.to,
}

/** A filter as the operator reads it, without its value: "Group", "Position from". One that is none is called as it was given. */
export function filterName(
  resource: Resource,
  { name, field, op }: { name?: string; field: string; op: string },
): string {
  if (name && !filterKind(resource, field)) return name
  const comparison = Object.hasOwn(words, op) && words[op]
  return [columnLabel(resource, field), comparison].filter(Boolean).join(' ')
}
