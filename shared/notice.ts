import { messages } from './messages.ts'

/** The parameter of an address that names the outcome of what was just done. */
export const noticeParam = 'notice'

const notices: Record<string, string> = messages.notices

/** What to say; undefined when there is nothing, or nothing known, in the address. */
export function noticeText(params: URLSearchParams): string | undefined {
  const name = params.get(noticeParam) ?? ''
  return Object.hasOwn(notices, name) ? notices[name] : undefined
}

/** An address with the outcome added. */
export function withNotice(path: string, notice: keyof typeof messages.notices): string {
  return `${path}${path.includes('?') ? '&' : '?'}${noticeParam}=${notice}`
}
