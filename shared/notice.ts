import { formatNumber } from './numbers.ts'

/** The parameter of an address that names the outcome of what was just done. */
export const noticeParam = 'notice'

/** What was done, in words, by the name that the address says it with. */
export const notices = {
  created: 'Created.',
  saved: 'Saved.',
  deleted: 'Deleted.',
  reordered: 'The order was saved.',
  unchanged: 'There was nothing to save.',
  reset: 'The platform default counts again.',
  'status-changed': 'The status was changed.',
  'deletion-planned': 'The store is archived and will be deleted.',
  restored: 'The store was restored. It is what it was before.',
  duplicated: 'This is the new store, a draft.',
  'store-created': 'Store created.',
  'signed-out': 'You are signed out.',
  'password-changed': 'Your password was changed. Other sign-ins of this account were ended.',
} as const

/** The outcome of creating so many at once. */
type ManyCreated = `created-${number}`

const createdMany = (count: number) =>
  `${formatNumber(count)} ${count === 1 ? 'was' : 'were'} created. The list shows the newest first.`

/** What to say; undefined when there is nothing, or nothing known, in the address. */
export function noticeText(params: URLSearchParams): string | undefined {
  const name = params.get(noticeParam) ?? ''
  const many = /^created-(\d{1,6})$/.exec(name)
  if (many) return createdMany(Number(many[1]))
  const known: Record<string, string> = notices
  return Object.hasOwn(known, name) ? known[name] : undefined
}

/** An address with the outcome added. */
export function withNotice(path: string, notice: keyof typeof notices | ManyCreated): string {
  return `${path}${path.includes('?') ? '&' : '?'}${noticeParam}=${notice}`
}

/** The query of an address without the outcome; what else it says stays as it is written. */
export const withoutNotice = (search: string): string => withoutParam(search, noticeParam)

/** The query of an address without one of its parameters. */
export function withoutParam(search: string, name: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && pair.split('=')[0] !== name)
  return kept.length > 0 ? `?${kept.join('&')}` : ''
}

/** Whether two addresses show the same and only the notice left: then nothing has to be loaded again. */
export function differsInNoticeAlone(from: URL, to: URL): boolean {
  if (!from.searchParams.has(noticeParam) || to.searchParams.has(noticeParam)) return false
  const rest = new URLSearchParams(from.search)
  rest.delete(noticeParam)
  return from.pathname === to.pathname && rest.toString() === to.searchParams.toString()
}
