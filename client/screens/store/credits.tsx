import { dayAt, formatDay } from '#shared/dates.ts'
import { within } from '#shared/engine/scope.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { creditEntries } from '#shared/stores/storeCredits.ts'
import { storeCredits } from '#shared/stores/storeCreditsCalls.ts'
import type { StoreCredits } from '#shared/stores/storeCreditsCalls.ts'
import { storeCreditsMessages } from '#shared/stores/storeCreditsMessages.ts'
import { isPageFailure, orFailure } from '#client/failures.ts'
import type { PageFailure } from '#client/failures.ts'
import { loadList } from '#client/list/listLoader.ts'
import type { ListData, ListLook } from '#client/list/listProps.ts'
import { ResourceList } from '#client/list/ResourceList.tsx'
import { storeAddress } from '#client/stores/storeAddress.ts'
import { Link } from '#client/ui/Link.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { Table } from '#client/ui/Table.tsx'
import { amounts, unitName } from './amounts.ts'
import { Section, SectionFailure } from './Section.tsx'
import { defineTab } from './storeTab.tsx'
import type { TabLoad, TabProps } from './storeTab.tsx'
import * as layout from './Store.css.ts'

const say = storeCreditsMessages

type Data = { sums: StoreCredits | PageFailure; ledger: ListData | PageFailure }

/** What the store's members hold, and the newest entries of its ledger; read only. */
export const credits = defineTab<Data>({
  load,
  render: (props) => <Credits {...props} />,
})

const ledgerOf = (id: number) =>
  within(creditEntries, {
    field: 'storeId',
    id,
    path: storeAddress(id, 'credits'),
    listing: { path: `/stores/${id}/credits/entries` },
  })

async function load({ api, id, params, signal }: TabLoad): Promise<Data> {
  const [sums, ledger] = await Promise.all([
    orFailure(storeCredits(api, id, signal), say.what),
    orFailure(loadList(api, ledgerOf(id), params, signal), say.ledgerWhat),
  ])
  return { sums, ledger }
}

function Credits({ store, data: { sums, ledger } }: TabProps<Data>) {
  if (!isPageFailure(sums) && sums.units.length === 0) {
    const usesNone = store['type'] === 'gift' || store['type'] === 'retail'
    return (
      <StateMessage title={usesNone ? say.unused : say.none} actions={<Whole storeId={store.id} />}>
        {usesNone ? say.unusedText : say.noneText}
      </StateMessage>
    )
  }
  return (
    <>
      <Section id="sums" title={say.title}>
        {isPageFailure(sums) ? <SectionFailure failure={sums} /> : <Sums units={sums.units} />}
      </Section>
      <Section id="ledger" title={say.ledger} aside={<Whole storeId={store.id} />}>
        {isPageFailure(ledger) ? (
          <SectionFailure failure={ledger} />
        ) : (
          <div className={layout.inset}>
            <ResourceList resource={ledgerOf(store.id)} loaded={ledger} cells={cells} />
          </div>
        )}
      </Section>
    </>
  )
}

const amountCell =
  (name: 'amount' | 'balance') =>
  ({ unit, [name]: value }: AnyRecord) =>
    typeof value === 'number' && amounts(String(unit))(value)

/** Amounts in their unit; credits that do not expire say so. */
const cells: NonNullable<ListLook['cells']> = {
  amount: amountCell('amount'),
  balance: amountCell('balance'),
  unit: ({ unit }) => unitName(String(unit)),
  expiresAt: ({ type, expiresAt }) =>
    expiresAt ? formatDay(dayAt(String(expiresAt))) : type === 'issue' && say.never,
  reason: ({ reason, issuedBy }) => (
    <div className={layout.words}>
      {String(reason ?? '')}
      <p className={layout.soft}>{String(issuedBy ?? '')}</p>
    </div>
  ),
}

/** Where credits are issued, and all entries can be searched. */
const Whole = ({ storeId }: { storeId: number }) => (
  <Link to={`/credits?filter[storeId][eq]=${storeId}`}>{say.whole}</Link>
)

const figures = ['outstanding', 'expiring', 'issued', 'redeemed', 'expired'] as const

/** A row a figure, a column a unit: most stores count in one. */
const Sums = ({ units }: Pick<StoreCredits, 'units'>) => (
  <div className={layout.inset}>
    <div className={layout.figuresTable}>
      <Table
        caption={say.sums}
        columns={[
          { label: say.figure, render: (name) => say.figures[name] },
          ...units.map((sums) => ({
            label: unitName(sums.unit),
            align: 'end' as const,
            render: (name: (typeof figures)[number]) => amounts(sums.unit)(sums[name]),
          })),
        ]}
        rows={figures}
        keyOf={(name) => name}
      />
    </div>
  </div>
)
