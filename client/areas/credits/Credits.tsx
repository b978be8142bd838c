import '#client/frame/signedIn.ts'
import { approvalStates } from '#shared/areas/credits/approval.ts'
import { panelAddresses } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { creditLiabilities } from '#shared/areas/credits/creditLiabilities.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { listLoader } from '#client/list/listLoader.ts'
import { plainScreen, withScreens } from '#client/list/plainScreen.tsx'
import { useMay } from '#client/runtime/ConsoleContext.tsx'
import { formatMoney } from '#shared/format/money.ts'
import { cellOf } from '#client/list/table/CellValue.tsx'
import { keepScroll } from '#client/ui/Link.tsx'
import { stateCell } from '#client/list/table/stateCell.tsx'
import { creditsPanels, decisionAddress, ledgerPanels, requestPanels } from './creditsPanels.ts'
import { ledgerTabs, withWaiting } from './ledgerTabs.ts'
import { Sums } from './Sums.tsx'
import { creditsMessages } from './words.ts'
import * as styles from '#client/list/table/RecordTable.css.ts'
import * as glyph from '#client/ui/glyph.css.ts'

const say = creditsMessages

function Act({ to, label, icon }: { to: string; label: string; icon: string }) {
  const may = useMay()
  if (!may(creditRequests, 'write')) return none
  return (
    <a
      href={to}
      {...keepScroll}
      className={`${styles.action} ${icon}`}
      aria-label={label}
      title={label}
    />
  )
}
/** A row without actions has none, which is no missing value. */
const none = <span />

/** A row has room for one action; the entry's panel has this one too. */
const expireInPanel = (entry: AnyRecord, view: ListView) =>
  view.panel?.id === entry.id &&
  Number(entry['remaining'] ?? 0) > 0 && (
    <Act
      to={panelAddresses(creditEntries, view)('expire', entry.id)}
      label={say.expire(labelOf(creditEntries, entry))}
      icon={glyph.bin}
    />
  )

const entryActions = (entry: AnyRecord, view: ListView) => (
  <>
    {takeBack(entry, view)}
    {expireInPanel(entry, view)}
  </>
)

/** When an entry expires, and how much of it the member still has. */
const expiresAt = (entry: AnyRecord) => {
  const { expiresAt: at, remaining, unit } = entry
  if (typeof at !== 'string') return null
  return (
    <>
      {expiryCell(entry)}
      {typeof remaining === 'number' && `, ${say.left(formatMoney(remaining, String(unit)))}`}
    </>
  )
}
const expiryCell = cellOf(creditEntries, 'expiresAt')

const takeBack = (entry: AnyRecord, view: ListView) => {
  const { type, reversedBy, reversalId: id } = entry
  if (type === 'reverse' || type === 'expire' || reversedBy) return none
  return typeof id === 'number' ? (
    <Act
      to={decisionAddress(id)}
      label={say.decide(entry.labels?.['reversalId'] ?? String(id))}
      icon={glyph.check}
    />
  ) : (
    <Act
      to={panelAddresses(creditEntries, view)('takeBack', entry.id)}
      label={say.takeBack(labelOf(creditEntries, entry))}
      icon={glyph.reset}
    />
  )
}

const decide = (request: AnyRecord, view: ListView) =>
  request['state'] === 'waiting' ? (
    <Act
      to={panelAddresses(creditRequests, view)('decide', request.id)}
      label={say.decide(labelOf(creditRequests, request))}
      icon={glyph.check}
    />
  ) : (
    none
  )

/** What takes an entry back is no issue or debit of its own. */
const type = ({ reverses }: AnyRecord) => typeof reverses === 'number' && say.back

const state = stateCell('state', approvalStates, {
  waiting: 'warn',
  posted: 'good',
  rejected: 'bad',
  withdrawn: 'off',
})

/** The ledger itself takes nothing: what is issued or debited is asked for. */
const invite = { to: `${creditRequests.path}&create`, label: say.create, of: creditRequests }

const panelsOfLedger = { ...creditsPanels, ...ledgerPanels }
const readLedger = listLoader(creditEntries, panelsOfLedger)
/** Entries of which nothing is left can't expire. */
const readSoon = listLoader({ ...creditEntries, asks: { left: 'some' } }, panelsOfLedger)

/** Credits (screens.md): the ledger, with what operators asked it to enter and what is owed beside it. */
const ledger = plainScreen(
  creditEntries,
  {
    invite,
    rowActions: entryActions,
    tabs: ledgerTabs,
    cells: { expiresAt },
    widths: { memberId: 132, reason: 136, expiresAt: 300 },
  },
  panelsOfLedger,
  withWaiting(readLedger, readSoon),
)

export const { loader, action, Component, panels } = withScreens(ledger, {
  requests: plainScreen(
    creditRequests,
    {
      invite,
      cells: { state, type },
      widths: { type: 100, memberId: 136, storeId: 176 },
      rowActions: decide,
    },
    { ...creditsPanels, ...requestPanels },
  ),
  liability: plainScreen(creditLiabilities, {
    widths: { outstanding: 140 },
    bar: (list) => <Sums {...list} />,
  }),
})
