import type { APIRequestContext } from 'playwright'
import { expect, test } from 'vitest'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { buildOperatorQueries, queriedLists } from '#tests/support/search/operatorQueries.ts'
import type { QueriedRecords, Query } from '#tests/support/search/operatorQueries.ts'
import { signInByApi, withStack } from '#tests/support/servers/stack.ts'

const stack = withStack()

/** Swaps two letters in the middle of the longest word, as fingers do. */
const swapLetters = (text: string): string => {
  const [longest = ''] = text.split(/[^\p{L}]+/u).toSorted((a, b) => b.length - a.length)
  const at = Math.floor(longest.length / 2)
  const swapped = longest.slice(0, at - 1) + longest[at] + longest[at - 1] + longest.slice(at + 1)
  return text.replace(longest, swapped)
}
/** Leaves out a letter of the longest word. */
const dropLetter = (text: string): string => {
  const [longest = ''] = text.split(/[^\p{L}]+/u).toSorted((a, b) => b.length - a.length)
  return text.replace(longest, longest.slice(0, -2) + longest.slice(-1))
}
const reverseWords = (text: string): string => text.split(' ').toReversed().join(' ')
const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
const toRecord = (url: string) => new RegExp(`^${escapePattern(url)}(?![0-9])`)

async function loadList(request: APIRequestContext, path: string): Promise<AnyRecord[]> {
  return (await (await request.get(`/api${path}`)).json()).data
}

/** Returns the records whose value in this column no other record has. */
const withUnique = (records: readonly AnyRecord[], column: string): AnyRecord[] =>
  records.filter(({ [column]: value }) =>
    records.every(
      (other) => other[column] !== value || other === records.find((one) => one[column] === value),
    ),
  )

const storeQueries = (stores: readonly AnyRecord[]): Query[] =>
  stores.slice(0, 6).flatMap((store) => {
    const name = String(store['name'])
    const leadsTo = toRecord(`/stores/${store.id}`)
    return [
      name,
      name.toUpperCase(),
      String(store['code']),
      reverseWords(name),
      swapLetters(name),
      dropLetter(name),
      `${name} logs`,
    ].map((text) => ({ text, leadsTo }))
  })

const memberQueries = (members: readonly AnyRecord[]): Query[] =>
  members.slice(0, 8).flatMap((member) => {
    const name = String(member['name'])
    const leadsTo = toRecord(`/members/${member.id}`)
    return [
      ...[name, String(member['email']), reverseWords(name), swapLetters(name)].map((text) => ({
        text,
        leadsTo,
      })),
      { text: `issue credits to ${name}`, leadsTo: new RegExp(`memberId%5D=${member.id}$`) },
    ]
  })

const namedQueries = (path: string, records: readonly AnyRecord[]): Query[] =>
  records.slice(0, 3).flatMap((record) =>
    [String(record['name']), swapLetters(String(record['name']))].map((text) => ({
      text,
      leadsTo: new RegExp(`^/${path}.*\\b${record.id}$`),
    })),
  )

const pageQueries: Query[] = [
  ['roles', /^\/(permissions|userGroups)/],
  ['rights', /^\/permissions/],
  ['stripe keys', /^\/payment-setup/],
  ['webhook', /^\/(payment-setup|alertChannels)/],
  ['expiring', /^\/calendar/],
  ['2fa', /^\/account/],
  ['tokens', /^\/apiKeys/],
  ['on-call', /^\/alertChannels/],
  ['slack', /^\/alertChannels/],
  ['charged twice', /^\/paymentAttempt/],
  ['declines', /^\/paymentAttempt/],
  ['points', /^\/credits/],
  ['operators', /^\/users/],
  ['drift', /^\/blueprints/],
  ['courses', /^\/training/],
  ['voucher', /^\/wegift\/templates/],
  ['sso', /cognitoSetup|Sso|sso/],
  ['new size', /^\/sizes\?create/],
  ['add size 9XL', /^\/sizes\?create&begin%5Bname%5D=9XL$/],
  ['create color Teal', /^\/colors\?create&begin%5Bname%5D=Teal$/],
  ['new store', /^\/stores\/create/],
  ['invite ana@example.com', /^\/users\?invite&begin%5Bpeople%5D=ana%40example\.com$/],
  ['credit limit', /^\/credits/],
  ['log out', /^$/],
].map(([text, leadsTo]) => ({ text, leadsTo }) as Query)

const settingQueries = (id: number): Query[] =>
  (
    [
      ['currency', 'tab=locale#defaultCurrency'],
      ['money', 'tab=locale#defaultCurrency'],
      ['time zone', 'tab=locale#timeZone'],
      ['language', 'tab=locale#defaultLocale'],
      ['logo', 'tab=brand#logo'],
      ['favicon', 'tab=brand#favicon'],
      ['accent', 'tab=brand#primaryColour'],
      ['domain', 'tab=domains#domain'],
      ['support email', 'tab=general#supportEmail'],
      ['visibility', 'tab=access#access'],
      ['tags', 'tab=general#tags'],
      ['country', 'tab=locale#country'],
    ] as const
  ).map(([text, place]) => ({
    text,
    leadsTo: toRecord(`/stores/${id}?${place}`),
    from: `/stores/${id}`,
  }))

const maxMissedShare = 0.05

/** Returns the queries without an answer among the first three, if they are more than 5 percent. */
async function findMissed(request: APIRequestContext, queries: readonly Query[]) {
  const missed: string[] = []
  for (const { text, leadsTo, from = '/dashboard' } of queries) {
    const html = await (await request.get(`${from}?find=${encodeURIComponent(text)}`)).text()
    const [, list = ''] = /id="palette-list"(.*?)role="status"/s.exec(html) ?? []
    const urls = [...list.matchAll(/<li[^>]*><(?:a[^>]*? href="([^"]*)"|button)/g)].map(
      ([, url = '']) => url.replaceAll('&amp;', '&'),
    )
    if (!urls.slice(0, 3).some((url) => leadsTo.test(url)))
      missed.push(`${text}: ${urls.slice(0, 3).join(' ') || 'nothing'}, not ${leadsTo}`)
  }
  return missed.length / queries.length > maxMissedShare ? missed : []
}

test('at least 95 percent of what operators type is among the first three results', async () => {
  await using context = await stack.visit()
  await signInByApi(context)
  const { request } = context
  const [stores = [], members = [], sizes = [], colors = [], themes = [], orders = []] =
    await Promise.all(
      [
        '/stores?limit=6',
        '/members?limit=100',
        '/sizes?limit=100',
        '/colors?limit=100',
        '/themes?limit=100',
        '/orders?limit=5',
      ].map((path) => loadList(request, path)),
    )
  const queries: Query[] = [
    ...storeQueries(stores),
    ...memberQueries(withUnique(members, 'name')),
    ...namedQueries('sizes', withUnique(sizes, 'name')),
    ...namedQueries('colors', withUnique(colors, 'name')),
    ...namedQueries('themes', withUnique(themes, 'name')),
    ...orders.map(({ id, number }) => ({
      text: String(number),
      leadsTo: new RegExp(`^/paymentAttempt.*\\b${id}$`),
    })),
    ...pageQueries,
    ...settingQueries(stores[0]?.id ?? 0),
  ]
  expect(queries.length).toBeGreaterThanOrEqual(120)
  expect(await findMissed(request, queries)).toEqual([])
})

test('as much is found by the words of other consoles', async () => {
  await using context = await stack.visit()
  await signInByApi(context)
  const { request } = context
  const lists = Object.entries(queriedLists).map(async ([name, path]) => {
    const [record] = await loadList(request, path)
    return [name, record] as const
  })
  // `queriedLists` has a list for each of them.
  const records = Object.fromEntries(await Promise.all(lists)) as QueriedRecords
  const queries = buildOperatorQueries(records)
  expect(queries.length).toBeGreaterThanOrEqual(150)
  expect(await findMissed(request, queries)).toEqual([])
})
