import { formatRecordCount } from '#shared/engine/bulk/bulkActions.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { stores } from '#shared/areas/stores/stores.ts'

const formatStoreTotal = (count: number) => formatRecordCount(stores, count)
type RecordNoun = { one: string }

export const storeListMessages = {
  title: (name: string) => `Stores for ${name}`,
  assignTitle: (name: string) => `Assign ${name} to stores`,
  close: 'Close',
  all: 'All stores',
  isForAll: ({ one }: RecordNoun, mayAssign: boolean) =>
    mayAssign
      ? `This ${one} is for all stores. If you add stores, only those stores will use it.`
      : `This ${one} is for all stores.`,
  hasAll: ({ one }: RecordNoun, isEmpty: boolean) =>
    isEmpty
      ? `This ${one} has access to all stores.`
      : `This ${one} has access to all stores. The stores below apply only if you turn off "All stores".`,
  none: ({ one }: RecordNoun, mayAssign: boolean) =>
    mayAssign
      ? `This ${one} has no stores yet. Add a store, or assign many at once.`
      : `This ${one} has no stores yet.`,
  search: 'Search stores',
  searchButton: 'Search',
  noMatch: (search: string) => `No stores match "${search}".`,
  clear: 'Clear search',
  list: 'Stores',
  remove: 'Remove',
  removeOne: (name: string) => `Remove ${name}`,
  previous: 'Previous',
  next: 'Next',
  pages: 'Store list pages',
  range: (from: number, to: number, all: string) =>
    `${formatNumber(from)}–${formatNumber(to)} of ${all}`,
  add: 'Add store',
  addField: 'Store',
  addPair: 'Printful stores',
  assign: 'Assign to stores...',
  forAll: 'Use for all stores',
  back: 'Back to stores',
  byFilter: 'By filter',
  byFilterExplains:
    'Stores that match all filters will be added. For example, choose an organization to add all its stores.',
  byCodes: 'By code',
  codes: 'Store codes',
  codesHint: "Paste one code per line. The preview lists any lines that don't match a store.",
  pairsHint:
    'Paste one line per store, with the Printful store ID, an equals sign, and the store code, such as 12345 = acme.',
  plan: 'Preview changes',
  noFilter: 'Choose at least one filter.',
  noCodes: 'Paste at least one line.',
  planTitle: 'Preview of changes',
  will: { add: 'will be added', remove: 'will be removed' },
  unchanged: 'unchanged',
  refused: 'skipped',
  unknown: 'not found',
  nothing: 'No stores would change.',
  nothingYet: 'Nothing has changed yet.',
  undo: 'You can undo this for 30 days under Jobs.',
  submit: {
    add: (count: number) => `Add ${formatStoreTotal(count)}`,
    remove: (count: number) => `Remove ${formatStoreTotal(count)}`,
  },
  status: 'Status',
  tag: 'Tag',
} as const
