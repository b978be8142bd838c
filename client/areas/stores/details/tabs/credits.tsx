import { amounts, unitName } from '#shared/areas/dashboard/units.ts'
import { dayAt, formatDay } from '#shared/format/dates.ts'
import { within } from '#shared/engine/scope.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { storeCredits } from '#shared/areas/stores/storeCreditsCalls.ts'
import type { StoreCredits } from '#shared/areas/stores/storeCreditsCalls.ts'
import { isPageFailure, orFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { ResourceList } from '#client/list/ResourceList.tsx'
import { loadList } from '#client/list/listLoader.ts'
import type { ListData, ListLook } from '#client/list/listProps.ts'
import { storeAddress } from '#shared/areas/stores/storeAddress.ts'
import { Figure, FigureStrip } from '#client/ui/charts/Figure.tsx'
import { Link } from '#client/ui/Link.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { PartFailure } from '../PartFailure.tsx'
import { defineTab } from './storeTab.tsx'
import type { TabLoad, TabProps } from './storeTab.tsx'
import { storeCreditsMessages } from './rareWords.ts'
import * as layout from '../Store.css.ts'
import * as part from '#client/ui/Section.css.ts'

const say = storeCreditsMessages

type Data = { sums: StoreCredits | PageFailure; ledger: ListData | PageFailure }

export const credits = defineTab<Data>({
  load,
  render: (props) => <Credits {...props} />,
})

/** Without its store, the balance after an entry has room too. */
const columns = ['enteredAt', 'memberId', 'type', 'amount', 'balance', 'reason'] as const

const ledgerOf = (id: number) =>
  within({ ...creditEntries, columns }, { field: 'storeId', id, path: storeAddress(id, 'credits') })

async function load({ api, zone, id, params, signal }: TabLoad): Promise<Data> {
  const [sums, ledger] = await Promise.all([
    orFailure(storeCredits(api, id, signal), say.what),
    orFailure(loadList({ api, zone }, ledgerOf(id), params, signal), say.ledgerWhat),
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
      <section aria-label={say.title} className={layout.tab}>
        {isPageFailure(sums) ? <PartFailure failure={sums} /> : <Sums units={sums.units} />}
      </section>
      <section aria-labelledby="ledger" className={layout.tab}>
        <div className={layout.head}>
          <h2 id="ledger" className={part.heading}>
            {say.ledger}
          </h2>
          <Whole storeId={store.id} />
        </div>
        {isPageFailure(ledger) ? (
          <PartFailure failure={ledger} />
        ) : (
          <ResourceList
            resource={ledgerOf(store.id)}
            loaded={ledger}
            cells={cells}
            widths={widths}
          />
        )}
      </section>
    </>
  )
}

const cells: NonNullable<ListLook['cells']> = {
  expiresAt: ({ type, expiresAt }) =>
    expiresAt ? formatDay(dayAt(String(expiresAt))) : type === 'issue' && say.never,
}

const widths = { expiresAt: 104, reason: 320 }

const Whole = ({ storeId }: { storeId: number }) => (
  <Link to={`/credits?filter[storeId][eq]=${storeId}`}>{say.whole}</Link>
)

const figures = ['outstanding', 'expiring', 'issued', 'redeemed', 'expired'] as const

const Sums = ({ units }: Pick<StoreCredits, 'units'>) =>
  units.map((sums) => (
    <FigureStrip key={sums.unit}>
      {figures.map((name) => (
        <Figure key={name} label={say.figures[name]} value={amounts(sums.unit)(sums[name])}>
          {unitName(sums.unit)}
        </Figure>
      ))}
    </FigureStrip>
  ))
