import { hydrationElementId, rootElementId } from '#client/app.tsx'
import type { Hydration } from '#client/app.tsx'
import { stylesheetAttribute } from '#shared/navigation/stylesheet.ts'
import type { Manifest } from './manifest.ts'

type DocumentParts = {
  title: string
  markup: string
  hydration: Hydration
  manifest: Manifest
  chunks: readonly string[]
  nonce: string
  /** Whether the browser's cache has the stylesheet. If not, the page doesn't wait for it. */
  isStyleCached: boolean
  /**
   * Whether the page's policy allows frames. Client-side navigation to a page with frames checks
   * this.
   */
  frames: boolean
}

const faviconUrl =
  'data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27 viewBox=%270 0 16 16%27%3E%3Crect width=%2716%27 height=%2716%27 rx=%274%27 fill=%27%234338ca%27/%3E%3Cpath d=%27M4 6h8M4 10h5%27 stroke=%27white%27 stroke-width=%271.6%27/%3E%3C/svg%3E'

const htmlEntities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
export const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => htmlEntities[character] ?? '')

/** Serializes JSON for a script element: no `<` can end the element early. */
const toInlineJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * Builds the page's HTML. Scripts have the nonce (http.md "Pages") and come last, so that the
 * stylesheet, inline or linked, comes first on a slow connection.
 */
export function buildHtmlDocument({
  title,
  markup,
  hydration,
  manifest,
  chunks,
  nonce,
  isStyleCached,
  frames,
}: DocumentParts): string {
  const preloads = new Set([
    ...manifest.preload.entry,
    ...chunks.flatMap((chunk) => manifest.chunks[chunk] ?? []),
  ])
  const style = isStyleCached
    ? `<link rel="stylesheet" href="${manifest.style}">`
    : `<style nonce="${nonce}" ${stylesheetAttribute}="${manifest.style}">${manifest.styleText}</style>`
  return `<!doctype html>
<html lang="en"${frames ? '' : ' data-frameless=""'}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${faviconUrl}">
${style}
</head>
<body>
<div id="${rootElementId}">${markup}</div>
<script type="application/json" id="${hydrationElementId}">${toInlineJson(hydration)}</script>
${[...preloads].map((href) => `<link rel="modulepreload" href="${href}" nonce="${nonce}">`).join('\n')}
<script type="module" src="${manifest.script}" nonce="${nonce}"></script>
</body>
</html>
`
}
