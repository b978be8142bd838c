import { createHash } from 'node:crypto'
import type { Response } from 'express'

const style = `body{font:15px/1.5 system-ui,sans-serif;color:#0f172a;background:#f8fafc;margin:0;padding:24px}
main{max-width:560px;margin:5vh auto;background:#fff;border:1px solid #e2e8f0;border-radius:9px;padding:24px}
h1{font-size:20px;line-height:28px;margin:0 0 12px}p{margin:0 0 12px}dl{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:4px 16px;margin:0}
dt{color:#64748b;overflow-wrap:anywhere}dd{margin:0;overflow-wrap:anywhere}`

const styleHash = createHash('sha256').update(style).digest('base64')

type Page = {
  title: string
  paragraphs: readonly string[]
  facts?: readonly (readonly [string, string])[]
}

/** A page at a store's host: a few sentences, nothing that runs, nothing that leads away. */
export function answerPage(response: Response, status: number, page: Page): void {
  const { title, paragraphs, facts = [] } = page
  response.status(status).set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'Referrer-Policy': 'no-referrer',
  })
  const list = facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`)
  response.end(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title><style>${style}</style></head>
<body><main><h1>${escaped(title)}</h1>${paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('')}${list.length > 0 ? `<dl>${list.join('')}</dl>` : ''}</main></body></html>`)
}

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
