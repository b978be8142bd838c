import { instant, references, select, text } from '#shared/engine/fields/fields.ts'
import { deadlineKinds } from './messages.ts'
import { defineResource } from '#shared/engine/resource.ts'

/**
 * What ends or is due on a certain day, of all stores. The platform adds and removes deadlines as
 * the records behind them change.
 */
export const deadlines = defineResource({
  name: 'deadlines',
  path: '/calendar',
  title: { one: 'deadline', many: 'deadlines', list: 'calendar' },
  about:
    'Deadlines show what expires or is due soon, such as credentials, credits, and disputes. They disappear once you act on them.',
  permission: 'ordersRead',
  fields: { title: text('Deadline', { max: 200 }) },
  derived: {
    at: instant('Date'),
    kind: select('Type', deadlineKinds),
    storeIds: references('Stores', 'stores'),
    link: text('Link', { max: 200 }),
  },
  list: {
    columns: ['title', 'at', 'kind', 'storeIds'],
    filters: ['kind', 'at', 'title', 'storeIds'],
    tabs: 'kind',
    search: ['title'],
    sort: 'at',
    card: ['at', 'storeIds'],
  },
  api: { writes: [], noBulkReason: "Deadlines can't be changed in bulk. Open one to act on it." },
  relations: { label: 'title' },
})
