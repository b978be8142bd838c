import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { keepScrollAttribute } from '../ui/Link.tsx'

const [keepsScroll = ''] = Object.keys(keepScrollAttribute)

/**
 * Follows links to the console's pages without a new document, with one listener for all
 * (client/ui/Link.tsx).
 */
export function useLinkClicks(): void {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const onClick = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const to = link && isPlainClick(event) ? getInternalUrl(link) : null
    if (!link || to === null) return
    event.preventDefault()
    void navigate(to, {
      // Like browsers, adds no history entry for the page that is already open.
      replace: to === pathname + search + hash,
      preventScrollReset: link.hasAttribute(keepsScroll),
    })
  })
  useEffect(() => {
    const listener = (event: MouseEvent) => onClick(event)
    document.addEventListener('click', listener)
    return () => document.removeEventListener('click', listener)
  }, [])
}

/** Returns whether the event is a click without modifier keys, which includes Enter on a link. */
export const isPlainClick = (event: MouseEvent) =>
  event.button === 0 &&
  !event.defaultPrevented &&
  !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)

/** Returns the link's URL within the console. Null for links that lead elsewhere. */
function getInternalUrl(link: HTMLAnchorElement): string | null {
  const href = link.getAttribute('href') ?? ''
  const isOurs = href.startsWith('/') && link.origin === window.location.origin
  return isOurs && !link.target && !link.hasAttribute('download') ? href : null
}
