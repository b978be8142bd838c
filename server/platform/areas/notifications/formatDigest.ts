import { creditLiabilities } from '#shared/areas/credits/creditLiabilities.ts'
import type { DigestPeriod } from '#shared/areas/notifications/digestPeriod.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { formatInstant } from '#shared/format/dates.ts'
import { formatMoney } from '#shared/format/money.ts'
import { messages } from '#shared/messages.ts'
import type { DigestPage, DigestSection } from './digestPage.ts'
import { expirationDays } from './loadDigest.ts'
import type { Digest, DigestItem } from './loadDigest.ts'
import { digestTexts } from './messages.ts'
import { renderDigestHtml } from './renderDigestHtml.ts'

type DigestOptions = {
  frequency: 'daily' | 'weekly'
  period: DigestPeriod
  timeZone: string
  unsubscribeUrl: string
  buildUrl: (path: string) => string
}

/** How many alerts or deadlines a part lists. The console has the others. */
const maxListedItems = 20

/** Formats a digest as an email, with a text and an HTML part. */
export function formatDigest(
  digest: Digest,
  options: DigestOptions,
): { subject: string; text: string; html: string } {
  const page = buildPage(digest, options)
  const [broke, fixed, expiring] = [digest.broke, digest.fixed, digest.expiring].map(
    ({ length }) => length,
  )
  const counts = { broke: broke ?? 0, fixed: fixed ?? 0, expiring: expiring ?? 0 }
  return {
    subject: digestTexts.subject(page.title, counts),
    text: renderText(page),
    html: renderDigestHtml(page),
  }
}

function buildPage(digest: Digest, options: DigestOptions): DigestPage {
  const { frequency, period, timeZone, unsubscribeUrl, buildUrl } = options
  const formatTime = (at: string) => formatInstant(at, timeZone)
  const buildSection = (name: 'broke' | 'fixed' | 'expiring'): DigestSection => ({
    title: digestTexts.sections[name](expirationDays),
    lines: digest[name].slice(0, maxListedItems).map(({ title, at, link }: DigestItem) => ({
      text: title,
      detail: formatTime(at),
      url: buildUrl(link),
    })),
    more: Math.max(0, digest[name].length - maxListedItems),
    nothing: digestTexts.nothing[name],
  })
  return {
    title: digestTexts.titles[frequency],
    period: digestTexts.period(formatTime(period.from), formatTime(period.to), timeZone),
    sections: [
      buildSection('broke'),
      buildSection('fixed'),
      buildSection('expiring'),
      buildMoneySection(digest, { period, buildUrl }),
    ],
    reason: digestTexts.reason,
    links: [
      { label: digestTexts.unsubscribe, url: unsubscribeUrl },
      { label: digestTexts.preferences, url: buildUrl('/notifications') },
    ],
  }
}

type BuildLink = (unit: string, period: DigestPeriod) => string

const buildAttemptsLink =
  (column: 'attemptedAt' | 'recoveredAt'): BuildLink =>
  (unit, { from, to }) =>
    `${paymentAttempts.path}?filter[currency][eq]=${unit}&filter[${column}][gte]=${from}&filter[${column}][lte]=${to}&sort=-${column}`

/** Where an operator finds exactly the payments and credits that a digest sums. */
const moneyLinks: Record<'failed' | 'recovered' | 'outstanding', BuildLink> = {
  failed: buildAttemptsLink('attemptedAt'),
  recovered: buildAttemptsLink('recoveredAt'),
  outstanding: (unit) => `${creditLiabilities.path}&filter[unit][eq]=${unit}`,
}

const buildMoneySection = (
  digest: Digest,
  { period, buildUrl }: Pick<DigestOptions, 'period' | 'buildUrl'>,
): DigestSection => ({
  title: digestTexts.sections.money(),
  lines: (['failed', 'recovered', 'outstanding'] as const).flatMap((name) =>
    digest[name].map(({ unit, count, amount }) => ({
      text: digestTexts.money[name](count, formatMoney(amount, unit)),
      detail: '',
      url: buildUrl(moneyLinks[name](unit, period)),
    })),
  ),
  more: 0,
  nothing: digestTexts.nothing.money,
})

function renderText({ period, sections, reason, links }: DigestPage): string {
  const parts = sections.map(({ title, lines, more, nothing }) =>
    [
      title.toUpperCase(),
      ...(lines.length === 0 ? [nothing] : []),
      ...lines.map(({ text, detail, url }) =>
        [`- ${text}`, ...(detail === '' ? [] : [`  ${detail}`]), `  ${url}`].join('\n'),
      ),
      ...(more > 0 ? [digestTexts.more(more)] : []),
    ].join('\n'),
  )
  return [
    digestTexts.greeting,
    period,
    ...parts,
    messages.product,
    [reason, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n'),
  ]
    .join('\n\n')
    .concat('\n')
}
