import type { LoaderFunctionArgs } from 'react-router'
import { addDays, toDay } from '#shared/format/dates.ts'
import { getDefaultSort } from '#shared/engine/list/listQuery.ts'
import type { ListFilter } from '#shared/engine/list/filterColumns.ts'
import { buildListUrl, parseListView, withPanel, withQuery } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { countRecords } from '#client/list/countRecords.ts'
import type { ListData } from '#client/list/listProps.ts'
import type { Tab } from '#client/ui/Tabs.tsx'
import { creditsMessages } from './messages.ts'

/**
 * The ledger's list data, with today's date and the number of requests waiting for a second
 * operator, if known.
 */
type LedgerData = ListData & { today: string; waiting: string | undefined }

const waitingFilters: ListFilter[] = [{ field: 'state', op: 'eq', value: 'waiting' }]

type LedgerLoader = (args: LoaderFunctionArgs) => Promise<ListData>

/**
 * Adds today's date and the number of waiting requests to a ledger page. The second loader is used
 * for entries that expire soon.
 */
export const createLedgerLoader =
  (loadAll: LedgerLoader, loadExpiring: LedgerLoader) =>
  async (args: LoaderFunctionArgs): Promise<LedgerData> => {
    const today = toDay(new Date())
    const { searchParams } = new URL(args.request.url)
    const { filters } = parseListView(creditEntries, searchParams).query
    const isSoon = isExpiringView(filters, today)
    const [list, waiting] = await Promise.all([
      isSoon ? loadExpiring(args) : loadAll(args),
      countRecords(args, creditRequests, waitingFilters),
    ])
    return { ...list, today, waiting }
  }

/** Returns the filters for entries that expire from today on, within 30 days. */
const getExpiringFilters = (today: string): ListFilter[] => [
  { field: 'expiresAt', op: 'gte', value: today },
  { field: 'expiresAt', op: 'lte', value: addDays(today, 30) },
]

const isExpiringView = (filters: readonly ListFilter[], today: string): boolean =>
  getExpiringFilters(today).every(({ op, value }) =>
    filters.some((one) => one.field === 'expiresAt' && one.op === op && one.value === value),
  )

/**
 * Returns the tabs of the ledger: all entries, entries that expire within 30 days (screens.md,
 * Credits), and requests waiting for approval.
 */
export function getLedgerTabs(resource: Resource, view: ListView, data: ListData): Tab[] {
  const { today, waiting } = data as LedgerData // Returned by `createLedgerLoader`.
  const expiringFilters = getExpiringFilters(today)
  const { filters } = view.query
  const isHere = isExpiringView(filters, today)
  const others = filters.filter(({ field }) => field !== 'expiresAt')
  const allView = isHere
    ? { ...view, columns: null, query: { ...view.query, sort: getDefaultSort(resource) } }
    : view
  const createTab = (title: string, current: boolean, shown: ListView): Tab => ({
    title,
    to: buildListUrl(resource, withPanel(shown, null)),
    current,
  })
  const expiringView: ListView = {
    ...withQuery(view, {
      filters: [...others, ...expiringFilters],
      sort: [{ field: 'expiresAt', descending: false }],
    }),
    columns: ['enteredAt', 'memberId', 'storeId', 'expiresAt', 'amount'],
  }
  return [
    createTab(messages.list.all, !isHere, withQuery(allView, { filters: others })),
    {
      title: creditsMessages.waiting,
      to: `${creditRequests.path}&filter[state][eq]=waiting`,
      count: waiting,
      none: waiting === '0',
      current: false,
    },
    createTab(creditsMessages.expiringSoon, isHere, expiringView),
  ]
}
