import { stylesheetAttribute, stylesheetCookieName } from '#shared/navigation/stylesheet.ts'

/**
 * Loads the stylesheet into the browser's cache after a page that came with it inline, so that later
 * pages can link it. The cookie tells the server. If it fails, the next page has it inline again.
 */
export async function cacheStylesheet(): Promise<void> {
  const url = document
    .querySelector(`style[${stylesheetAttribute}]`)
    ?.getAttribute(stylesheetAttribute)
  if (!url) return
  const text = await fetch(url, { priority: 'low' })
    .then((response) => (response.ok ? response.text() : null))
    // Without a connection, the page stays as it is.
    .catch(() => null)
  if (text !== null)
    document.cookie = `${stylesheetCookieName}=${encodeURIComponent(url)};path=/;max-age=31536000;samesite=strict`
}
