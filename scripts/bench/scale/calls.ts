import type { Client } from 'pg'
import { addDays, toDay } from '#shared/format/dates.ts'
import { createCursor } from '../createCursor.ts'

/** The records that the calls to one of the databases read. */
export type ScaleTargets = Awaited<ReturnType<typeof findTargets>>

export type ScaleCall = {
  title: string
  /** Builds the path of a call. `round` makes a filter that no earlier call had. */
  path: (targets: ScaleTargets, round: number) => string
}

/** Finds the middle of each list, and a store of average size. */
export async function findTargets(client: Client, storesPerPage: number) {
  const findOne = async (query: string) => (await client.query(query)).rows[0]
  const member = await findOne(`select lower(name) as key, id from members
    order by 1, 2 offset (select count(*) / 2 from members) limit 1`)
  const store = await findOne(
    'select id from stores order by members desc offset (select count(*) / 2 from stores) limit 1',
  )
  const range = await findOne('select min(time) as first, max(time) as last from audit')
  const middle = new Date((range.first.getTime() + range.last.getTime()) / 2).toISOString()
  const order = await findOne('select number, id from orders order by id desc offset 100 limit 1')
  return {
    storesPerPage,
    store: Number(store.id),
    member: Number(member.id),
    order: String(order.number),
    cursors: {
      name: createCursor('name', member),
      nameDescending: createCursor('-name', member),
      time: createCursor('-time', { key: middle, id: 1 }),
      enteredAt: createCursor('-enteredAt', { key: middle, id: 1 }),
      attemptedAt: createCursor('-attemptedAt', { key: middle, id: 1 }),
    },
  }
}

const createCall = (title: string, path: ScaleCall['path']): ScaleCall => ({ title, path })

/** The calls of one list. Their names begin with that of the list. */
const createListCalls = (
  listTitle: string,
  path: string,
  calls: Record<string, (targets: ScaleTargets, round: number) => string>,
): ScaleCall[] =>
  Object.entries(calls).map(([title, buildQuery]) =>
    createCall(
      `${listTitle}: ${title}`,
      (targets, round) => `/${path}?limit=50&${buildQuery(targets, round)}`,
    ),
  )

export const scaleCalls: readonly ScaleCall[] = [
  ...createListCalls('Members', 'members', {
    'first page': () => '',
    'a page from the middle': ({ cursors }) => `after=${cursors.name}`,
    'active ones by name, descending, a page from the middle': ({ cursors }) =>
      `filter[active][eq]=1&sort=-name&after=${cursors.nameDescending}`,
    'sorted by email address': () => 'sort=email',
    'of a store of average size': ({ store }) => `filter[storeId][eq]=${store}`,
    'search for a frequent name': () => 'search=maria',
    'search for two names': () => 'search=noah+lang',
  }),
  createCall('Stores: first page', ({ storesPerPage }) => `/stores?limit=${storesPerPage}`),
  createCall(
    'Stores: sorted by members',
    ({ storesPerPage }) => `/stores?limit=${storesPerPage}&sort=-members`,
  ),
  ...createListCalls('Ledger', 'creditEntries', {
    'first page': () => '',
    'a page from the middle': ({ cursors }) => `after=${cursors.enteredAt}`,
    'credits that were issued': () => 'filter[type][eq]=issue',
    'of a store of average size': ({ store }) => `filter[storeId][eq]=${store}`,
  }),
  ...createListCalls('Logs', 'logEntries', {
    'first page': () => '',
    'a page from the middle': ({ cursors }) => `after=${cursors.time}`,
    warnings: () => 'filter[severity][eq]=warning',
    'of a store of average size': ({ store }) => `filter[storeId][eq]=${store}`,
    'search for a frequent name': () => 'search=maria',
  }),
  ...createListCalls('Failed payments', 'paymentAttempts', {
    'first page with a count for each status': () => 'counts=status',
    'a page from the middle': ({ cursors }) => `after=${cursors.attemptedAt}`,
    'abandoned ones': () => 'filter[status][eq]=abandoned',
    'since a day, with a count that is not cached': (_targets, round) =>
      `filter[attemptedAt][gte]=${addDays(toDay(new Date()), -600 - round)}`,
  }),
  ...createListCalls('Orders', 'orders', {
    'first page': () => '',
    'search for a number': ({ order }) => `search=${encodeURIComponent(order)}`,
  }),
  createCall('Dashboard, last 30 days', () => '/dashboard'),
  createCall('Store of average size: record', ({ store }) => `/stores/${store}`),
  createCall('Store of average size: readiness', ({ store }) => `/stores/${store}/readiness`),
  createCall('Store of average size: figures', ({ store }) => `/stores/${store}/figures`),
  createCall('Member: overview', ({ member }) => `/members/${member}/overview`),
  createCall('Member: timeline', ({ member }) => `/members/${member}/timeline?limit=50`),
  createCall('Search of everything: a frequent name', () => '/search?q=maria'),
  createCall('Search of everything: two names', () => '/search?q=noah+lang'),
  // cspell:disable-next-line
  createCall('Search of everything: a typo', () => '/search?q=gracia'),
  createCall(
    'Search of everything: an order number',
    ({ order }) => `/search?q=${encodeURIComponent(order)}`,
  ),
]
