import { dayAt, formatDay, formatInstant } from '#shared/dates.ts'
import type { Page } from '#shared/engine/platformCalls.ts'
import { columnLabel } from '#shared/engine/resource.ts'
import type { CreditEntry } from '#shared/stores/storeCreditsCalls.ts'
import { creditEntries, creditTypes } from '#shared/stores/storeCredits.ts'
import { storeCreditsMessages } from '#shared/stores/storeCreditsMessages.ts'
import { Table } from '#client/ui/Table.tsx'
import type { Column } from '#client/ui/Table.tsx'
import { amounts, unitName } from './amounts.ts'
import { CursorPager } from './CursorPager.tsx'
import { storeAddress } from '#client/stores/storeAddress.ts'
import * as layout from './Store.css.ts'
import * as styles from './CreditEntries.css.ts'

const say = storeCreditsMessages
const types: Record<string, string> = creditTypes
const labelled = (name: string) => columnLabel(creditEntries, name)

/** A unit that all entries have stands in the head of the amounts; others have a column of their own. */
const columnsOf = (units: readonly string[]): readonly Column<CreditEntry>[] => [
  {
    label: labelled('enteredAt'),
    render: ({ enteredAt }) => <time dateTime={enteredAt}>{formatInstant(enteredAt)}</time>,
  },
  {
    label: labelled('memberId'),
    render: ({ memberId, labels }) => (
      <span className={styles.words}>{labels?.['memberId'] ?? memberId}</span>
    ),
  },
  { label: labelled('type'), render: ({ type }) => types[type] ?? type },
  {
    label: inUnit(labelled('amount'), units),
    align: 'end',
    render: ({ amount, unit }) => amounts(unit)(amount),
  },
  {
    label: labelled('balance'),
    align: 'end',
    render: ({ balance, unit }) => amounts(unit)(balance),
  },
  ...(units.length > 1
    ? [{ label: labelled('unit'), render: ({ unit }: CreditEntry) => unitName(unit) }]
    : []),
  {
    label: labelled('expiresAt'),
    render: ({ type, expiresAt }) =>
      expiresAt ? formatDay(dayAt(expiresAt)) : type === 'issue' ? say.never : '–',
  },
  {
    label: say.reason,
    render: ({ reason, issuedBy }) => (
      <>
        <span className={styles.words}>{reason}</span>
        <p className={styles.issuer}>{issuedBy}</p>
      </>
    ),
  },
]

const inUnit = (label: string, [unit, ...others]: readonly string[]) =>
  unit === undefined || others.length > 0 ? label : `${label} (${unitName(unit)})`

/** One page of a store's ledger, newest first. */
export function CreditEntries({
  entries,
  page,
  storeId,
}: {
  entries: CreditEntry[]
  page: Page
  storeId: number
}) {
  return (
    <div className={layout.inset}>
      <div className={layout.figuresTable}>
        <Table
          caption={say.entries}
          columns={columnsOf([...new Set(entries.map(({ unit }) => unit))])}
          rows={entries}
          keyOf={({ id }) => id}
          empty={<p className={layout.soft}>{say.noEntries}</p>}
        />
      </div>
      <CursorPager
        label={say.pages}
        page={page}
        one={creditEntries.title.one}
        many={creditEntries.title.many}
        to={(after) => storeAddress(storeId, 'credits', { after })}
      />
    </div>
  )
}
