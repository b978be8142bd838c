import type { LoaderFunctionArgs } from 'react-router'
import type { LazyPart } from '../runtime/lazyPart.ts'
import { isPlainClick } from '../shell/useLinkClicks.ts'
import { overlays } from './overlayParts.ts'

type OverlayName = keyof typeof overlays

const findRequestedOverlays = (params: URLSearchParams) =>
  // The table's keys are exactly the overlay names.
  (Object.keys(overlays) as OverlayName[]).filter((name) => params.has(name))

/** Loads the overlays in the URL, which a page from the server must have before it is hydrated. */
export const loadRequestedOverlays = (params: URLSearchParams) =>
  Promise.all(findRequestedOverlays(params).map((name) => overlays[name].load()))

/** The loader data of each overlay. Without JavaScript, the server's page shows it. */
export type OverlayData = {
  [N in OverlayName]?: (typeof overlays)[N] extends LazyPart<{
    load: (args: LoaderFunctionArgs) => Promise<infer Data>
  }>
    ? Data
    : null
}

export async function loadOverlayData(args: LoaderFunctionArgs): Promise<OverlayData> {
  const { searchParams } = new URL(args.request.url)
  const all = findRequestedOverlays(searchParams).map(async (name) => {
    const part = await overlays[name].load()
    return [name, 'load' in part ? await part.load(args) : null]
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
    overlays[name].load().then(
      () => open(searchParams, link),
      () => location.assign(link.href),
    )
  }
  document.addEventListener('click', onClick, true)
  return () => document.removeEventListener('click', onClick, true)
}
