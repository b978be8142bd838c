import { approvalStates } from '#shared/areas/credits/approval.ts'
import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { creditLiabilities } from '#shared/areas/credits/creditLiabilities.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { createListScreen, createStateCell, switchScreens } from '#client/frame/index.ts'
import { createListLoader } from '#client/list/listLoader.ts'
import { useCan, useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { formatInstant } from '#shared/format/dates.ts'
import { formatMoney } from '#shared/format/money.ts'
import { createCell } from '#client/list/table/createCell.ts'
import { keepScrollAttribute } from '#client/ui/Link.tsx'
import { buildCreditDecisionUrl } from './buildCreditDecisionUrl.ts'
import { ledgerPanels, requestPanels } from './creditsPanels.ts'
import { getLedgerTabs, createLedgerLoader } from './ledgerTabs.ts'
import { CreditTotals } from './CreditTotals.tsx'
import { creditsMessages } from './messages.ts'
import * as styles from '#client/list/table/RecordTable.css.ts'
import * as glyph from '#client/ui/glyph.css.ts'

type CreditActionProps = {
  to: string
  icon: string
  record: AnyRecord
  /** The record's own name, which others on the page may share. */
  name: string
  formatLabel: (name: string) => string
}

/** Names the record's member and an entry's time too, so that links of different rows differ. */
function CreditAction({ to, icon, record, name, formatLabel }: CreditActionProps) {
  const can = useCan()
  const zone = useTimeZone()
  if (!can(creditRequests, 'write')) return noAction
  const { labels, enteredAt } = record
  const time = typeof enteredAt === 'string' && formatInstant(enteredAt, zone)
  const label = formatLabel([name, labels?.['memberId'], time].filter(Boolean).join(', '))
  return (
    <a
      href={to}
      {...keepScrollAttribute}
      className={`${styles.action} ${icon}`}
      aria-label={label}
      title={label}
    />
  )
}
/** An empty element, since null would show the default cell for a missing value. */
const noAction = <span />

/** A row has room for one action, so only the row of the open entry has this one too. */
const renderExpireAction = (entry: AnyRecord, view: ListView) =>
  view.panel?.id === entry.id &&
  Number(entry['remaining'] ?? 0) > 0 && (
    <CreditAction
      to={createPanelUrls(creditEntries, view)('expire', entry.id)}
      icon={glyph.bin}
      record={entry}
      name={getLabel(creditEntries, entry)}
      formatLabel={creditsMessages.expire}
    />
  )

const renderEntryActions = (entry: AnyRecord, view: ListView) => (
  <>
    {renderReverseAction(entry, view)}
    {renderExpireAction(entry, view)}
  </>
)

/** Shows when an entry expires, and how much of it the member still has. */
const renderExpiry = (entry: AnyRecord) => {
  const { expiresAt, remaining, unit } = entry
  if (typeof expiresAt !== 'string') return null
  return (
    <>
      {renderExpiryDate(entry)}
      {typeof remaining === 'number' &&
        `, ${creditsMessages.left(formatMoney(remaining, String(unit)))}`}
    </>
  )
}

const renderExpiryDate = createCell(creditEntries, 'expiresAt')

const renderReverseAction = (entry: AnyRecord, view: ListView) => {
  const { type, reversedBy, reversalId: id } = entry
  if (type === 'reverse' || type === 'expire' || reversedBy) return noAction
  return typeof id === 'number' ? (
    <CreditAction
      to={buildCreditDecisionUrl(id)}
      icon={glyph.check}
      record={entry}
      name={entry.labels?.['reversalId'] ?? String(id)}
      formatLabel={creditsMessages.decide}
    />
  ) : (
    <CreditAction
      to={createPanelUrls(creditEntries, view)('takeBack', entry.id)}
      icon={glyph.reset}
      record={entry}
      name={getLabel(creditEntries, entry)}
      formatLabel={creditsMessages.reverseTitle}
    />
  )
}

const renderDecideAction = (request: AnyRecord, view: ListView) =>
  request['state'] === 'waiting' ? (
    <CreditAction
      to={createPanelUrls(creditRequests, view)('decide', request.id)}
      icon={glyph.check}
      record={request}
      name={getLabel(creditRequests, request)}
      formatLabel={creditsMessages.decide}
    />
  ) : (
    noAction
  )

/** A reversal is shown as such, not as an issue or debit. */
const renderRequestType = ({ reverses }: AnyRecord) =>
  typeof reverses === 'number' && creditsMessages.reverse

const renderRequestState = createStateCell('state', approvalStates, {
  waiting: 'warn',
  posted: 'good',
  rejected: 'bad',
  withdrawn: 'off',
})

/** The ledger can't be changed directly: operators request an issue or a debit. */
const issueButton = {
  to: `${creditRequests.path}&create`,
  label: creditsMessages.create,
  of: creditRequests,
}

const loadLedger = createListLoader(creditEntries, ledgerPanels)
/** Entries with nothing left can't expire. */
const loadExpiringEntries = createListLoader(
  { ...creditEntries, listParams: { left: 'some' } },
  ledgerPanels,
)

/** Credits (screens.md): the ledger, with tabs for requests and outstanding balances. */
const ledgerScreen = createListScreen(
  creditEntries,
  {
    invite: issueButton,
    rowActions: renderEntryActions,
    tabs: getLedgerTabs,
    cells: { expiresAt: renderExpiry },
    widths: { memberId: 132, reason: 136, expiresAt: 300 },
  },
  ledgerPanels,
  createLedgerLoader(loadLedger, loadExpiringEntries),
)

export const { loader, action, Component, panels } = switchScreens(ledgerScreen, {
  requests: createListScreen(
    creditRequests,
    {
      invite: issueButton,
      cells: { state: renderRequestState, type: renderRequestType },
      widths: { type: 100, memberId: 136, storeId: 176 },
      rowActions: renderDecideAction,
    },
    requestPanels,
  ),
  liability: createListScreen(creditLiabilities, {
    widths: { outstanding: 140 },
    bar: (list) => <CreditTotals {...list} />,
  }),
})
