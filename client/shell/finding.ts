import { withoutParam } from '#shared/notice.ts'

/** The parameter that opens the palette on a page that the server renders, and the one that says what it looks for. */
export const findParam = 'find'
export const amongParam = 'among'

/** All there is, or stores alone: the store switcher. */
export type Among = 'all' | 'stores'

/** What opens the palette: without JavaScript the same page, with the palette in it. */
export const paletteLink = ({ pathname, search }: Here, among: Among = 'all') => {
  const rest = withoutParam(withoutParam(search, findParam), amongParam)
  const stores = among === 'stores' ? `&${amongParam}=stores` : ''
  return `${pathname}${rest === '' ? '?' : `${rest}&`}${findParam}=${stores}`
}

/** Where a page stands. */
export type Here = { pathname: string; search: string }

/** The pages one was on, newest first, in this tab until signing out: their names are records' names. */
const visitedKey = 'visited'
const kept = 12

type Visited = { to: string; title: string }

export function visitedPages(): Visited[] {
  try {
    // What `remember` wrote.
    return JSON.parse(sessionStorage.getItem(visitedKey) ?? '[]') as Visited[]
  } catch {
    return []
  }
}

export function remember(to: string, title: string): void {
  if (to === '/') return sessionStorage.removeItem(visitedKey)
  const others = visitedPages().filter((page) => page.to !== to)
  sessionStorage.setItem(visitedKey, JSON.stringify([{ to, title }, ...others].slice(0, kept)))
}
