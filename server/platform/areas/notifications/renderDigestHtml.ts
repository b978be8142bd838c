import { messages } from '#shared/messages.ts'
import { escapeEmailHtml } from '#shared/areas/giftCards/templates.ts'
import type { DigestPage, DigestSection } from './digestPage.ts'
import { digestStyles } from './digestStyles.ts'
import { digestTexts } from './messages.ts'

const renderElement = (
  name: string,
  style: keyof typeof digestStyles,
  content: string,
  attributes = '',
): string => `<${name} style="${digestStyles[style]}"${attributes}>${content}</${name}>`

const link = (text: string, url: string): string =>
  renderElement('a', 'link', escapeEmailHtml(text), ` href="${escapeEmailHtml(url)}"`)

function renderSection({ title, lines, more, nothing }: DigestSection): string {
  const items = lines.map(({ text, detail, url }) => {
    const detailLine =
      detail === '' ? '' : `<br>${renderElement('span', 'soft', escapeEmailHtml(detail))}`
    return renderElement('li', 'item', `${link(text, url)}${detailLine}`)
  })
  return [
    renderElement('h2', 'heading', escapeEmailHtml(title)),
    items.length > 0
      ? renderElement('ul', 'list', items.join(''))
      : renderElement('p', 'soft', escapeEmailHtml(nothing)),
    more > 0 ? renderElement('p', 'soft', escapeEmailHtml(digestTexts.more(more))) : '',
  ].join('')
}

/** Renders a digest as HTML that fits a phone and a wide window. */
export function renderDigestHtml({ title, period, sections, reason, links }: DigestPage): string {
  const linkList = links.map(({ label, url }) => link(label, url)).join(' · ')
  const footer = `${escapeEmailHtml(reason)}<br>${linkList}`
  const page = [
    renderElement('h1', 'title', escapeEmailHtml(title)),
    renderElement('p', 'soft', escapeEmailHtml(period)),
    ...sections.map(renderSection),
    renderElement('p', 'footer', escapeEmailHtml(messages.product)),
    renderElement('p', 'soft', footer),
  ].join('')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeEmailHtml(title)}</title></head>
<body style="${digestStyles.body}"><main style="${digestStyles.frame}">${renderElement('div', 'page', page)}</main></body></html>
`
}
