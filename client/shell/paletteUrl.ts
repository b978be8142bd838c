import { removeParam } from '#shared/engine/urlParams.ts'

/**
 * Parameters that open the palette on a page that the server renders, and select what it searches.
 */
export const paletteParam = 'find'
export const paletteScopeParam = 'among'

/** Everything, or only stores (the store switcher). */
export type PaletteScope = 'all' | 'stores'

export const buildPaletteUrl = ({ pathname, search }: PalettePage, among: PaletteScope = 'all') => {
  const rest = removeParam(removeParam(search, paletteParam), paletteScopeParam)
  const stores = among === 'stores' ? `&${paletteScopeParam}=stores` : ''
  return `${pathname}${rest === '' ? '?' : `${rest}&`}${paletteParam}=${stores}`
}

export type PalettePage = { pathname: string; search: string }

/** Kept only in this tab and until signing out, because the titles contain the names of records. */
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
