import type { LoaderFunctionArgs } from 'react-router'
import type { ListFilter } from '#shared/engine/list/filterColumns.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { paymentRefunds } from '#shared/areas/payments/paymentRefunds.ts'
import { countRecords } from '#client/list/countRecords.ts'
import type { ListData } from '#client/list/listProps.ts'
import { buildStatusTabs } from '#client/list/statusTabs.ts'
import type { Tab } from '#client/ui/Tabs.tsx'
import { paymentAttemptsMessages } from './messages.ts'

/** The list's data, with the number of refunds that wait for a second operator, if known. */
type OrdersData = ListData & { waitingRefunds: string | undefined }

const waitingFilters: ListFilter[] = [{ field: 'state', op: 'eq', value: 'waiting' }]

/** Adds the number of waiting refunds to a page of orders. */
export const createOrdersLoader =
  (loadOrders: (args: LoaderFunctionArgs) => Promise<ListData>) =>
  async (args: LoaderFunctionArgs): Promise<OrdersData> => {
    const [list, waitingRefunds] = await Promise.all([
      loadOrders(args),
      countRecords(args, paymentRefunds, waitingFilters),
    ])
    return { ...list, waitingRefunds }
  }

/** Returns the tabs of orders: all, those with an issue, and refunds that wait for approval. */
export function getOrderTabs(resource: Resource, view: ListView, data: ListData): Tab[] {
  const { waitingRefunds } = data as OrdersData // Returned by `createOrdersLoader`.
  return [
    ...(buildStatusTabs(resource, view, data) ?? []),
    {
      title: paymentAttemptsMessages.refundsWaiting,
      to: `${paymentRefunds.path}&filter[state][eq]=waiting`,
      count: waitingRefunds,
      none: waitingRefunds === '0',
      current: false,
    },
  ]
}
