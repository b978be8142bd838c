import {
  escapeEmailHtml,
  fillVariables,
  renderGiftCardEmailHtml,
  splitParagraphs,
} from '#shared/areas/giftCards/templates.ts'
import { templateVariables } from '#shared/areas/giftCards/messages.ts'
import type { VariableValues } from '#shared/areas/giftCards/templates.ts'
import type { FramePart } from '#shared/areas/giftCards/frames.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { messages } from '#shared/messages.ts'
import { formatMoney, parseMinor } from '#shared/format/money.ts'
import { giftCardTemplates } from '#shared/areas/giftCards/giftCardTemplates.ts'
import { giftCardFrameMessages } from './messages.ts'

type TemplateValues = Readonly<Record<string, unknown>>

const frameStyle = `body{margin:0;font:14px/1.5 system-ui,sans-serif;color:#0f172a;background:#fff;overflow-wrap:anywhere}
main{padding:12px}p{margin:0 0 8px}a{pointer-events:none;color:#3730a3}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:4px 12px;margin:0;padding:12px;border-bottom:1px solid #e2e8f0}
dt{color:#475569}dd{margin:0}h1{margin:0;padding:24px 12px;font-size:20px;line-height:28px}
.amount{font-size:20px;font-weight:600}.code{font-family:ui-monospace,monospace}.soft{color:#475569;font-size:13px}`

const toText = (value: unknown) => (typeof value === 'string' ? value : '')

/** Returns a template's color, or the default if it isn't valid. */
const toColor = (value: unknown, fallback: string) =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value : fallback

/** Returns values for the variables: the template's own where it has them, else samples. */
function createSampleVariables(values: TemplateValues): VariableValues {
  const currency = /^[A-Z]{3}$/.test(toText(values['currency']))
    ? toText(values['currency'])
    : 'EUR'
  const [first] = Array.isArray(values['amounts']) ? values['amounts'].map(String) : []
  const firstAmount = values['amountKind'] === 'fixed' ? parseMinor(first ?? '', currency) : null
  const amount = firstAmount ?? Number(values['minAmount'] ?? 0)
  return {
    ...templateVariables,
    ...(amount > 0 && { amount: formatMoney(amount, currency) }),
    ...(toText(values['sender']) && { sender: toText(values['sender']) }),
  }
}

const framePartRenderers: Record<
  FramePart,
  (values: TemplateValues, known: VariableValues) => string
> = {
  mail(values, variables) {
    if (values['delivery'] === 'link')
      return `<main><p>${giftCardFrameMessages.linkOnly}</p></main>`
    const head = [
      [giftCardFrameMessages.from, variables.sender],
      [giftCardFrameMessages.subject, fillVariables(toText(values['subject']), variables)],
    ].map(([name = '', content = '']) => `<dt>${name}</dt><dd>${escapeEmailHtml(content)}</dd>`)
    return `<dl>${head.join('')}</dl><main>${renderGiftCardEmailHtml(toText(values['body']), variables)}</main>`
  },
  page(values, variables) {
    const backgroundColor = toColor(values['backgroundColour'], '#E2E8F0')
    const textColor = toColor(values['textColour'], '#0F172A')
    const lines = splitParagraphs(fillVariables(toText(values['message']), variables)).map(
      (paragraph) => `<p>${escapeEmailHtml(paragraph).replaceAll('\n', '<br>')}</p>`,
    )
    const content: [string, string][] = [
      ['amount', variables.amount],
      ['product', variables.product],
      ['code', variables.code],
      ['soft', giftCardFrameMessages.expires(variables.expires)],
    ]
    const facts = content.map(([name, line]) => `<p class="${name}">${escapeEmailHtml(line)}</p>`)
    const title = escapeEmailHtml(
      fillVariables(toText(values['headline']), variables) || variables.sender,
    )
    return `<h1 style="background:${backgroundColor};color:${textColor}">${title}</h1><main>${lines.join('')}${facts.join('')}</main>`
  },
}

/**
 * Returns the error of the first text that is longer than its field allows. Such a template isn't
 * rendered.
 */
export function findTooLongTextError(values: TemplateValues): string | undefined {
  for (const [name, { kind, label, max }] of Object.entries<Field>(giftCardTemplates.fields)) {
    if (kind !== 'text' && kind !== 'longText' && kind !== 'list') continue
    const value = values[name]
    const texts = Array.isArray(value) ? value : [value]
    const isTooLong = (text: unknown) =>
      typeof text === 'string' && max !== undefined && text.length > max && [...text].length > max
    if (max !== undefined && texts.some(isTooLong)) return messages.validation.tooLong(label, max)
  }
  return undefined
}

/**
 * Renders the email or page of a template with its variables filled in. Filled-in values are
 * escaped.
 */
export const renderGiftCardFrame = (part: FramePart, values: TemplateValues): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${giftCardFrameMessages[part]}</title><style>${frameStyle}</style></head>
<body>${framePartRenderers[part](values, createSampleVariables(values))}</body></html>
`
