import { failureReasons, formatCard } from '#shared/areas/payments/attempts.ts'
import { gateways } from '#shared/areas/payments/gateways.ts'
import { disputes, disputeStates } from '#shared/areas/payments/disputes.ts'
import { chargeStates } from '#shared/areas/payments/messages.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import { paymentRefunds } from '#shared/areas/payments/paymentRefunds.ts'
import { refundStates } from '#shared/areas/payments/refunds.ts'
import { creditEntries, creditTypes } from '#shared/areas/credits/creditEntries.ts'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import { emailKinds, mails } from '#shared/areas/email/mails.ts'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import type { TimelineSource } from '#shared/areas/members/memberTimeline.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { formatActor } from '#shared/engine/actors.ts'
import { formatValue } from '#shared/engine/fields/formValues.ts'
import { getRecordUrl } from '#shared/engine/recordLink.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { formatInstant } from '#shared/format/dates.ts'
import { formatMoney } from '#shared/format/money.ts'
import type { GuardedItem } from '#shared/navigation/menu.ts'
import type { DescribedEntry } from './describeTimeline.ts'
import { memberPageTexts } from './messages.ts'

export type EntryTone = 'good' | 'bad' | 'off'

/** An entry as the timeline shows it. */
export type FormattedEntry = {
  heading: string
  details: string[]
  tone: EntryTone
  /** The record that the entry leads to; null for comments, which are shown whole. */
  link: { to: string; of: GuardedItem } | null
}

type EntryContext = { storeId: number | null; zone: string }
type EntryFormat = (entry: DescribedEntry, context: EntryContext) => FormattedEntry

const { entry: texts, methods } = memberPageTexts

const getText = ({ details }: DescribedEntry, name: string): string => {
  const value = details[name]
  return typeof value === 'string' ? value : ''
}
const formatAmount = ({ amount, unit }: DescribedEntry) =>
  amount === null ? '' : formatMoney(amount, unit ?? '')
const getLabel = (labels: Record<string, string>, value: string | null) =>
  value === null ? '' : (Object.hasOwn(labels, value) && labels[value]) || value
const formatStatus = (resource: Resource, status: string | null) => {
  const field = resource.fields['status']
  return field ? formatValue(field, status, {} as AnyRecord, 'status') : (status ?? '')
}
const buildRecordLink = (resource: Resource, id: number | null) =>
  id === null ? null : { to: getRecordUrl(resource, { id }), of: resource }

/** An entry of the audit log opens in the logs of the member's store. */
const buildLogLink = ({ id }: DescribedEntry, { storeId }: EntryContext) =>
  storeId === null ? null : { to: `/stores/${storeId}/logs?entry=${id}`, of: stores }

const getTone = (status: string | null, good: readonly string[], bad: readonly string[]) =>
  good.includes(status ?? '') ? 'good' : bad.includes(status ?? '') ? 'bad' : 'off'

/** How entries of each source are shown. Complete by type. */
const formats: Record<TimelineSource, EntryFormat> = {
  order: (entry) => ({
    heading: texts.order(entry.title ?? ''),
    details: [formatAmount(entry), formatStatus(orders, entry.status)],
    tone: getTone(entry.status, ['paid', 'fulfilled'], []),
    link: buildRecordLink(orders, entry.recordId),
  }),
  attempt: (entry) => ({
    heading: texts.attempt(entry.title ?? ''),
    details: [
      formatAmount(entry),
      getLabel(failureReasons, entry.reason),
      getLabel(gateways, getText(entry, 'gateway')),
      formatCard(getText(entry, 'cardBrand'), getText(entry, 'cardLast4')),
    ],
    tone: 'bad',
    link: buildRecordLink(orders, entry.recordId),
  }),
  charge: (entry) => ({
    heading: texts.charge(entry.title ?? ''),
    details: [
      formatAmount(entry),
      getLabel(chargeStates, entry.status),
      getLabel(gateways, getText(entry, 'gateway')),
      getText(entry, 'reference'),
    ],
    tone: getTone(entry.status, ['paid'], ['failed']),
    link: buildRecordLink(orders, entry.recordId),
  }),
  paymentLink: (entry, { zone }) => ({
    heading: texts.paymentLink(entry.title ?? ''),
    details: [`${texts.expires} ${formatInstant(getText(entry, 'expiresAt'), zone)}`],
    tone: 'off',
    link: buildRecordLink(orders, entry.recordId),
  }),
  refund: (entry) => ({
    heading: texts.refund(entry.title ?? ''),
    details: [
      formatAmount(entry),
      entry.details['asCredits'] === true ? texts.asCredits : '',
      getLabel(refundStates, entry.status),
      entry.reason ?? '',
    ],
    tone: getTone(entry.status, ['succeeded'], ['failed', 'unknown']),
    link: buildRecordLink(paymentRefunds, entry.recordId),
  }),
  dispute: (entry) => ({
    heading: texts.dispute(entry.title ?? ''),
    details: [formatAmount(entry), getLabel(disputeStates, entry.status), entry.reason ?? ''],
    tone: getTone(entry.status, ['won'], ['open', 'lost']),
    link: buildRecordLink(disputes, entry.recordId),
  }),
  credit: (entry) => ({
    heading: texts.credit(getLabel(creditTypes, entry.status), formatAmount(entry)),
    details: [
      entry.balance === null ? '' : texts.balance(entry.balance, entry.unit ?? ''),
      entry.reason ?? '',
    ],
    tone: 'off',
    link: buildRecordLink(creditEntries, entry.recordId),
  }),
  giftCard: (entry) => ({
    heading: texts.giftCard(formatAmount(entry)),
    details: [formatStatus(giftCards, entry.status), entry.reason ?? ''],
    tone: getTone(entry.status, ['sent', 'delivered'], ['failed']),
    link: buildRecordLink(giftCards, entry.recordId),
  }),
  email: (entry) => ({
    heading: entry.title ?? '',
    details: [
      getLabel(emailKinds, getText(entry, 'kind')),
      formatStatus(mails, entry.status),
      entry.reason ?? '',
    ],
    tone: getTone(entry.status, ['sent'], ['failed']),
    link: buildRecordLink(mails, entry.recordId),
  }),
  signIn: (entry, context) => ({
    heading: entry.status === 'ok' ? texts.signedIn : texts.signInFailed,
    details: [getLabel(methods, getText(entry, 'method')), entry.reason ?? ''],
    tone: entry.status === 'ok' ? 'good' : 'bad',
    link: buildLogLink(entry, context),
  }),
  groupChange: (entry) => {
    const from = getText(entry, 'from')
    return {
      heading: entry.title === null ? texts.leftGroup(from) : texts.movedTo(entry.title),
      details: [
        from && entry.title !== null ? texts.from(from) : '',
        entry.details['byRules'] === true ? texts.byRules : formatActor(entry.actor ?? ''),
      ],
      tone: 'off',
      link:
        entry.recordId === null
          ? null
          : { to: `${memberGroups.path}?members=${entry.recordId}`, of: memberGroups },
    }
  },
  change: (entry, context) => ({
    heading: entry.described?.heading ?? '',
    details: [entry.described?.changes ?? '', formatActor(entry.actor ?? '')],
    tone: 'off',
    link: buildLogLink(entry, context),
  }),
  comment: (entry) => ({
    heading: texts.comment(formatActor(entry.actor ?? '')),
    details: getText(entry, 'updatedAt') ? [memberPageTexts.edited] : [],
    tone: 'off',
    link: null,
  }),
}

/** Formats an entry of a member's timeline. Empty details are left out. */
export function formatEntry(entry: DescribedEntry, context: EntryContext): FormattedEntry {
  const formatted = formats[entry.source](entry, context)
  return { ...formatted, details: formatted.details.filter(Boolean) }
}
