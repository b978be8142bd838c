import { createHash } from 'node:crypto'
import type { Response } from 'express'

const pageStyle = `body{font:15px/1.5 system-ui,sans-serif;color:#0f172a;background:#f8fafc;margin:0;padding:24px}
main{max-width:560px;margin:5vh auto;background:#fff;border:1px solid #e2e8f0;border-radius:9px;padding:24px}
h1{font-size:20px;line-height:28px;margin:0 0 12px}p{margin:0 0 12px}dl{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:4px 16px;margin:0}
dt{color:#64748b;overflow-wrap:anywhere}dd{margin:0;overflow-wrap:anywhere}`

const pageStyleHash = createHash('sha256').update(pageStyle).digest('base64')

type HostPage = {
  title: string
  paragraphs: readonly string[]
  facts?: readonly (readonly [string, string])[]
}

/** Sends a page at a store's host: a few sentences, without scripts or links. */
export function sendPage(response: Response, status: number, page: HostPage): void {
  const { title, paragraphs, facts = [] } = page
  response.status(status).set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${pageStyleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'Referrer-Policy': 'no-referrer',
  })
  const list = facts.map(
    ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`,
  )
  response.end(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${pageStyle}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('')}${list.length > 0 ? `<dl>${list.join('')}</dl>` : ''}</main></body></html>`)
}

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
