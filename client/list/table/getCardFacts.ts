import { getColumnField } from '#shared/engine/list/listQuery.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { isNumeric } from './CellValue.tsx'

const statusColumns = new Set(['status', 'state', 'active', 'severity'])

/**
 * Returns what a row shows as a card: its subject, its status, and at most two facts, which the
 * definition may name. If the first column is a time or an amount, who or what the record names
 * heads the card; the amount is at the end of that line, and the time last.
 */
export function getCardFacts(resource: Resource, columns: readonly string[]) {
  const [first = '', ...others] = columns
  const kind = (name: string) => getColumnField(resource, name).kind
  const names = (name: string) => ['text', 'reference'].includes(kind(name))
  const isNamed = !['instant', 'date'].includes(kind(first)) && !isNumeric(resource, first)
  const whose = others.filter(names)
  const who = whose.find((name) => name !== resource.scope)
  const title = isNamed ? first : (who ?? whose[0])
  const status = others.find((name) => name === resource.tabs || statusColumns.has(name))
  const sums = columns.filter((name) => kind(name) === 'money')
  const amount = sums.find((name) => name === 'amount' || resource.sort === `-${name}`)
  const time = columns.find((name) => resource.sort === `-${name}` && kind(name) === 'instant')
  const called = others.find((name) => name === resource.label)
  const told = others.filter((name) => kind(name) !== 'image')
  const [...facts] = new Set([status, called, ...sums, ...told])
  const apart = [undefined, title, amount, time]
  const most = (status ? 3 : 2) - (time ? 1 : 0)
  const own = (resource.card ?? []).filter((name) => columns.includes(name))
  const usual = facts.filter((name) => !apart.includes(name)).slice(0, most)
  const shown = own.length > 0 ? [...(status ? [status] : []), ...own] : usual
  return { title: title ?? first, status, amount, time, facts: shown as string[], own }
}
