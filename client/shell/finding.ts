import { withoutParam } from '#shared/navigation/notice.ts'

/** The parameters that open the palette on a page that the server renders, and say among what it looks. */
export const findParam = 'find'
export const amongParam = 'among'

/** All there is, or stores alone: the store switcher. */
export type Among = 'all' | 'stores'

export const paletteLink = ({ pathname, search }: Here, among: Among = 'all') => {
  const rest = withoutParam(withoutParam(search, findParam), amongParam)
  const stores = among === 'stores' ? `&${amongParam}=stores` : ''
  return `${pathname}${rest === '' ? '?' : `${rest}&`}${findParam}=${stores}`
}

export type Here = { pathname: string; search: string }

/** Only in this tab and until signing out: their names are records' names. */
const visitedKey = 'visited'
const kept = 12

type Visited = { to: string; title: string }

export function visitedPages(): Visited[] {
  try {
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
