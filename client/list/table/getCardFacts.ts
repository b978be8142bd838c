import { getColumnField } from '#shared/engine/list/filterColumns.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { isNumericColumn } from './createCell.ts'

const statusColumns = new Set(['status', 'state', 'active', 'severity'])

/**
 * Returns what a row shows as a card: its subject, its status, and at most two facts, which the
 * definition may name. If the first column is a time or an amount, who or what the record names
 * heads the card; the amount is at the end of that line, and the time last.
 */
export function getCardFacts(resource: Resource, columns: readonly string[]) {
  const [first = '', ...others] = columns
  const getKindName = (name: string) => getColumnField(resource, name).kind
  const isNameColumn = (name: string) => ['text', 'reference'].includes(getKindName(name))
  const isNamed =
    !['instant', 'date'].includes(getKindName(first)) && !isNumericColumn(resource, first)
  const nameColumns = others.filter(isNameColumn)
  const ownNameColumn = nameColumns.find((name) => name !== resource.relations.scope)
  const title = isNamed ? first : (ownNameColumn ?? nameColumns[0])
  const status = others.find((name) => name === resource.list.tabs || statusColumns.has(name))
  const moneyColumns = columns.filter((name) => getKindName(name) === 'money')
  const amount = moneyColumns.find((name) => name === 'amount' || resource.list.sort === `-${name}`)
  const time = columns.find(
    (name) => resource.list.sort === `-${name}` && getKindName(name) === 'instant',
  )
  const labelColumn = others.find((name) => name === resource.relations.label)
  const textColumns = others.filter((name) => getKindName(name) !== 'image')
  const [...facts] = new Set([status, labelColumn, ...moneyColumns, ...textColumns])
  const excluded = [undefined, title, amount, time]
  const maxFacts = (status ? 3 : 2) - (time ? 1 : 0)
  const own = (resource.list.card ?? []).filter((name) => columns.includes(name))
  const defaultFacts = facts.filter((name) => !excluded.includes(name)).slice(0, maxFacts)
  const shown = own.length > 0 ? [...(status ? [status] : []), ...own] : defaultFacts
  return { title: title ?? first, status, amount, time, facts: shown as string[], own }
}
