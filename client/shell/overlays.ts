import type { LoaderFunctionArgs } from 'react-router'
import { jobsParam } from '#shared/engine/jobs/jobsUrl.ts'
import { passwordParam } from '#shared/navigation/passwordUrl.ts'
import { zoneParam } from '#shared/engine/timeZone.ts'
import { loadChunk } from '../runtime/failures.ts'
import { paletteParam } from './paletteUrl.ts'
import { isPlainClick } from './useLinkClicks.ts'

const overlayModules = {
  [paletteParam]: () => import('../parts/palette/Palette.tsx'),
  [jobsParam]: () => import('../parts/jobs/Jobs.tsx'),
  [passwordParam]: () => import('./ResetPasswordModal.tsx'),
  [zoneParam]: () => import('../parts/zone/TimeZoneModal.tsx'),
}
type OverlayName = keyof typeof overlayModules
type OverlayModules = { [N in OverlayName]: Awaited<ReturnType<(typeof overlayModules)[N]>> }

const loadedOverlays: Partial<OverlayModules> = {}

export async function loadOverlay<N extends OverlayName>(name: N): Promise<OverlayModules[N]> {
  return (loadedOverlays[name] ??= (await loadChunk<unknown>(
    overlayModules[name],
  )) as OverlayModules[N])
}

export const getOverlay = <N extends OverlayName>(name: N): Partial<OverlayModules>[N] =>
  loadedOverlays[name]

const findRequestedOverlays = (params: URLSearchParams) =>
  // The table's keys are exactly the overlay names.
  (Object.keys(overlayModules) as OverlayName[]).filter((name) => params.has(name))

/** Loads the overlays in the URL, which a page from the server must have before it is hydrated. */
export const loadRequestedOverlays = (params: URLSearchParams) =>
  Promise.all(findRequestedOverlays(params).map(loadOverlay))

/** The loader data of each overlay. Without JavaScript, the server's page shows it. */
export type OverlayData = {
  [N in OverlayName]?: OverlayModules[N] extends {
    load: (args: LoaderFunctionArgs) => Promise<infer Data>
  }
    ? Data
    : null
}

export async function loadOverlayData(args: LoaderFunctionArgs): Promise<OverlayData> {
  const { searchParams } = new URL(args.request.url)
  const all = findRequestedOverlays(searchParams).map(async (name) => {
    const module = await loadOverlay(name)
    return [name, 'load' in module ? await module.load(args) : null]
  })
  return Object.fromEntries(await Promise.all(all))
}

/**
 * Intercepts links that open an overlay over the page and returns a function that stops listening.
 * The last callback is called before the overlay's script has loaded.
 */
export function listenForOverlayLinks(
  name: OverlayName,
  open: (params: URLSearchParams, link: HTMLAnchorElement) => void,
  onWait?: () => void,
): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !isPlainClick(event)) return
    const { searchParams } = new URL(link.href, location.href)
    if (!searchParams.has(name)) return
    event.preventDefault()
    onWait?.()
    // If the script can't be loaded, the server's page still works.
    loadOverlay(name).then(
      () => open(searchParams, link),
      () => location.assign(link.href),
    )
  }
  document.addEventListener('click', onClick, true)
  return () => document.removeEventListener('click', onClick, true)
}
