import type { Page } from '#shared/engine/platformCalls.ts'
import type { CreditEntry, StoreCredits } from '#shared/stores/storeCreditsCalls.ts'
import { storeCreditEntries, storeCredits } from '#shared/stores/storeCreditsCalls.ts'
import { storeCreditsMessages } from '#shared/stores/storeCreditsMessages.ts'
import { isPageFailure, orFailure } from '#client/failures.ts'
import type { PageFailure } from '#client/failures.ts'
import { Link } from '#client/ui/Link.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { Table } from '#client/ui/Table.tsx'
import { amounts, unitName } from './amounts.ts'
import { CreditEntries } from './CreditEntries.tsx'
import { pageAfter } from './pageAfter.ts'
import { Section, SectionFailure } from './Section.tsx'
import { defineTab } from './storeTab.tsx'
import type { TabLoad, TabProps } from './storeTab.tsx'
import * as layout from './Store.css.ts'

const say = storeCreditsMessages
const rows = 25

type Data = {
  sums: StoreCredits | PageFailure
  ledger: { entries: CreditEntry[]; page: Page } | PageFailure
}

/** What the store's members hold, and the newest entries of its ledger; read only. */
export const credits = defineTab<Data>({
  load,
  render: (props) => <Credits {...props} />,
})

async function load({ api, id, params, signal }: TabLoad): Promise<Data> {
  const [sums, ledger] = await Promise.all([
    orFailure(storeCredits(api, id, signal), say.what),
    orFailure(
      pageAfter(params.get('after') ?? '', (after) =>
        storeCreditEntries(api, id, { limit: rows, after }, signal),
      ),
      say.ledgerWhat,
    ),
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
      <Section id="ledger" title={say.ledger} aside={<Whole storeId={store.id} />} wide>
        {isPageFailure(ledger) ? (
          <SectionFailure failure={ledger} />
        ) : (
          <CreditEntries {...ledger} storeId={store.id} />
        )}
      </Section>
    </>
  )
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
