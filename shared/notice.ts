import { messages } from './messages.ts'

/** The parameter of an address that names the outcome of what was just done. */
export const noticeParam = 'notice'

const notices: Record<string, string> = messages.notices

/** The outcome of creating so many at once. */
export type ManyCreated = `created-${number}`

/** What to say; undefined when there is nothing, or nothing known, in the address. */
export function noticeText(params: URLSearchParams): string | undefined {
  const name = params.get(noticeParam) ?? ''
  const many = /^created-(\d{1,6})$/.exec(name)
  if (many) return messages.createdMany(Number(many[1]))
  return Object.hasOwn(notices, name) ? notices[name] : undefined
}

/** An address with the outcome added. */
export function withNotice(
  path: string,
  notice: keyof typeof messages.notices | ManyCreated,
): string {
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
