import { addDays, dayAt } from '#shared/dates.ts'
import type { Filter } from '#shared/engine/list/listQuery.ts'
import { listAddress, withPanel, withQuery } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import type { ListData } from '#client/list/listProps.ts'
import type { Tab } from '#client/ui/Tabs.tsx'
import { creditsMessages as say } from './words.ts'

/** The ledger as it was read: on which day. */
type LedgerData = ListData & { today: string }

/** A page of the ledger with the day that it is. */
export const withToday = async (reading: Promise<ListData>): Promise<LedgerData> => ({
  ...(await reading),
  today: dayAt(new Date()),
})

/** The whole ledger, and what of it expires within 30 days (screens.md, Credits). */
export function ledgerTabs(resource: Resource, view: ListView, data: ListData): Tab[] {
  const { today } = data as LedgerData // What `withToday` gives.
  const soon: Filter[] = [
    { field: 'expiresAt', op: 'gte', value: today },
    { field: 'expiresAt', op: 'lte', value: addDays(today, 30) },
  ]
  const { filters } = view.query
  const isHere = soon.every(({ op, value }) =>
    filters.some((one) => one.field === 'expiresAt' && one.op === op && one.value === value),
  )
  const others = filters.filter(({ field }) => field !== 'expiresAt')
  const tab = (title: string, chosen: Filter[], current: boolean): Tab => ({
    title,
    to: listAddress(
      resource,
      withQuery(withPanel(view, null), { filters: [...others, ...chosen] }),
    ),
    current,
  })
  return [tab(messages.list.all, [], !isHere), tab(say.soon, soon, isHere)]
}
