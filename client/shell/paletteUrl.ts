import { removeParam } from '#shared/navigation/flashMessage.ts'

/** The parameters that open the palette on a page that the server renders, and say among what it looks. */
export const paletteParam = 'find'
export const paletteScopeParam = 'among'

/** All there is, or stores alone: the store switcher. */
export type PaletteScope = 'all' | 'stores'

export const buildPaletteUrl = ({ pathname, search }: PalettePage, among: PaletteScope = 'all') => {
  const rest = removeParam(removeParam(search, paletteParam), paletteScopeParam)
  const stores = among === 'stores' ? `&${paletteScopeParam}=stores` : ''
  return `${pathname}${rest === '' ? '?' : `${rest}&`}${paletteParam}=${stores}`
}

export type PalettePage = { pathname: string; search: string }

/** Only in this tab and until signing out: their names are records' names. */
const visitedKey = 'visited'
const maxVisitedPages = 12

type VisitedPage = { to: string; title: string }

export function readVisitedPages(): VisitedPage[] {
  try {
    return JSON.parse(sessionStorage.getItem(visitedKey) ?? '[]') as VisitedPage[]
  } catch {
    return []
  }
}

export function saveVisitedPage(to: string, title: string): void {
  if (to === '/') return sessionStorage.removeItem(visitedKey)
  const others = readVisitedPages().filter((page) => page.to !== to)
  sessionStorage.setItem(
    visitedKey,
    JSON.stringify([{ to, title }, ...others].slice(0, maxVisitedPages)),
  )
}
