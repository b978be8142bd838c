import type { LoaderFunctionArgs } from 'react-router'
import { isPlainClick } from './useLinkClicks.ts'
import { withoutParam } from '#shared/notice.ts'
import { passwordParam } from '#shared/passwordAddress.ts'
import { zoneParam } from '#shared/timeZone.ts'
import { zoneContext } from '../contexts.ts'

/** The parameter that opens the palette on a page that the server renders, and the one that says what it looks for. */
export const findParam = 'find'
export const amongParam = 'among'

/** All there is, or stores alone: the store switcher. */
export type Among = 'all' | 'stores'

type Module = typeof import('./palette/Palette.tsx')
let loaded: Module | undefined

/** The palette is loaded when it is first opened. */
export const loadPalette = async (): Promise<Module> =>
  (loaded ??= await import('./palette/Palette.tsx'))

export const loadedPalette = (): Module | undefined => loaded

type Zones = typeof import('./zone/ZoneModal.tsx')
let zones: Zones | undefined

/** So is the choice of a time zone. */
export const loadZones = async (): Promise<Zones> =>
  (zones ??= await import('./zone/ZoneModal.tsx'))

export const loadedZones = (): Zones | undefined => zones

type Password = typeof import('./ResetPasswordModal.tsx')
let password: Password | undefined

/** And the change of the password. */
const loadPassword = async (): Promise<Password> =>
  (password ??= await import('./ResetPasswordModal.tsx'))

export const loadedPassword = (): Password | undefined => password

/** What the address opens: it must be there before a page of the server, which has it, is hydrated. */
export async function loadAsked(params: URLSearchParams): Promise<void> {
  if (params.has(findParam)) await loadPalette()
  if (params.has(zoneParam)) await loadZones()
  if (params.has(passwordParam)) await loadPassword()
}

/** What `?find=` finds, on any page: without JavaScript that is the palette. Or the time zones, where `?timeZone` asks for them. */
export async function frameLoader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  if (searchParams.has(passwordParam)) await loadPassword()
  if (searchParams.has(zoneParam)) {
    const [{ offeredZones }, own] = await Promise.all([
      loadZones(),
      args.context.get(zoneContext)(),
    ])
    return { zones: offeredZones(own, new Date()) }
  }
  return searchParams.has(findParam) ? (await loadPalette()).load(args) : null
}

/** What `?find=` loads. */
export type Loaded = Awaited<ReturnType<Module['load']>>
export type FrameData = Awaited<ReturnType<typeof frameLoader>>

/** Hears of the links that open the palette, before they are followed, and of the keys; forgets them again when told. */
export function onPaletteAsked(open: (among: Among) => void): () => void {
  const clicked = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('[data-palette]') : null
    if (!(link instanceof HTMLAnchorElement) || !isPlainClick(event)) return
    event.preventDefault()
    // Where its script cannot be had, the server's page can.
    loadPalette().then(
      () => open(link.dataset['palette'] === 'stores' ? 'stores' : 'all'),
      () => window.location.assign(link.href),
    )
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey) return
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    document.querySelector<HTMLElement>('[data-palette=all]')?.click()
  }
  document.addEventListener('click', clicked, true)
  document.addEventListener('keydown', pressed)
  return () => {
    document.removeEventListener('click', clicked, true)
    document.removeEventListener('keydown', pressed)
  }
}

/** What opens the palette: without JavaScript the same page, with the palette in it. */
export const paletteLink = ({ pathname, search }: Here, among: Among = 'all') => {
  const rest = withoutParam(withoutParam(search, findParam), amongParam)
  const stores = among === 'stores' ? `&${amongParam}=stores` : ''
  return {
    href: `${pathname}${rest === '' ? '?' : `${rest}&`}${findParam}=${stores}`,
    'data-palette': among,
  }
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
