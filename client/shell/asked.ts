import type { LoaderFunctionArgs } from 'react-router'
import { jobsParam } from '#shared/engine/jobs/jobsAddress.ts'
import { passwordParam } from '#shared/navigation/passwordAddress.ts'
import { zoneParam } from '#shared/format/timeZone.ts'
import { loadChunk } from '../runtime/failures.ts'
import { findParam } from './finding.ts'
import { isPlainClick } from './useLinkClicks.ts'

const modules = {
  [findParam]: () => import('../parts/palette/Palette.tsx'),
  [jobsParam]: () => import('../parts/jobs/Jobs.tsx'),
  [passwordParam]: () => import('./ResetPasswordModal.tsx'),
  [zoneParam]: () => import('../parts/zone/ZoneModal.tsx'),
}
type Name = keyof typeof modules
type Modules = { [N in Name]: Awaited<ReturnType<(typeof modules)[N]>> }

const loaded: Partial<Modules> = {}

export async function loadAround<N extends Name>(name: N): Promise<Modules[N]> {
  return (loaded[name] ??= (await loadChunk<unknown>(modules[name])) as Modules[N])
}

export const around = <N extends Name>(name: N): Partial<Modules>[N] => loaded[name]

const askedBy = (params: URLSearchParams) =>
  // The keys of the table are its names.
  (Object.keys(modules) as Name[]).filter((name) => params.has(name))

/** What the address asks for must be there before a page of the server, which has it, is hydrated. */
export const loadAsked = (params: URLSearchParams) => Promise.all(askedBy(params).map(loadAround))

/** What each of them loads: without JavaScript the server's page shows it. */
export type FrameData = {
  [N in Name]?: Modules[N] extends { load: (args: LoaderFunctionArgs) => Promise<infer Data> }
    ? Data
    : null
}

export async function frameLoader(args: LoaderFunctionArgs): Promise<FrameData> {
  const { searchParams } = new URL(args.request.url)
  const all = askedBy(searchParams).map(async (name) => {
    const module = await loadAround(name)
    return [name, 'load' in module ? await module.load(args) : null]
  })
  return Object.fromEntries(await Promise.all(all))
}

/** Hears of the links that open one of them over the page, before they are followed; forgets them again when told. `waits` hears of it before the script is there. */
export function onAsked(
  name: Name,
  open: (params: URLSearchParams, link: HTMLAnchorElement) => void,
  waits?: () => void,
): () => void {
  const clicked = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !isPlainClick(event)) return
    const { searchParams } = new URL(link.href, location.href)
    if (!searchParams.has(name)) return
    event.preventDefault()
    waits?.()
    // Where its script cannot be had, the server's page can.
    loadAround(name).then(
      () => open(searchParams, link),
      () => location.assign(link.href),
    )
  }
  document.addEventListener('click', clicked, true)
  return () => document.removeEventListener('click', clicked, true)
}
