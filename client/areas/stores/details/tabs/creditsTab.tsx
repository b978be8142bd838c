import { createAmountFormat, formatCreditUnit } from '#shared/areas/dashboard/units.ts'
import { toDay, formatDay } from '#shared/format/dates.ts'
import { nestResource } from '#shared/engine/nestResource.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { loadStoreCredits } from '#shared/areas/stores/storeCreditsCalls.ts'
import type { StoreCredits } from '#shared/areas/stores/storeCreditsCalls.ts'
import { isPageFailure, resolveOrFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { ResourceList } from '#client/list/ResourceList.tsx'
import { loadList } from '#client/list/listLoader.ts'
import type { ListData, ListOptions } from '#client/list/listProps.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { Figure, FigureStrip } from '#client/ui/charts/Figure.tsx'
import { Link } from '#client/ui/Link.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { FailureWithRetry } from '../FailureWithRetry.tsx'
import { defineTab } from './storeTab.tsx'
import type { TabLoadContext, TabProps } from './storeTab.tsx'
import { storeCreditsMessages } from './lazyTabMessages.ts'
import * as layout from '../Store.css.ts'
import * as part from '#client/ui/Section.css.ts'

type CreditsTabData = { totals: StoreCredits | PageFailure; ledger: ListData | PageFailure }

export const creditsTab = defineTab<CreditsTabData>({
  load: loadCreditsTab,
  render: (props) => <CreditsTab {...props} />,
})

/** The store column is omitted, which leaves room for the balance after an entry. */
const ledgerColumns = ['enteredAt', 'memberId', 'type', 'amount', 'balance', 'reason'] as const

const createStoreLedger = (id: number) =>
  nestResource(
    { ...creditEntries, list: { ...creditEntries.list, columns: ledgerColumns } },
    { field: 'storeId', id, path: buildStoreUrl(id, 'credits') },
  )

async function loadCreditsTab({
  api,
  zone,
  id,
  params,
  signal,
}: TabLoadContext): Promise<CreditsTabData> {
  const [sums, ledger] = await Promise.all([
    resolveOrFailure(loadStoreCredits(api, id, signal), storeCreditsMessages.what),
    resolveOrFailure(
      loadList({ api, zone }, createStoreLedger(id), params, signal),
      storeCreditsMessages.ledgerWhat,
    ),
  ])
  return { totals: sums, ledger }
}

function CreditsTab({ store, data: { totals: sums, ledger } }: TabProps<CreditsTabData>) {
  if (!isPageFailure(sums) && sums.units.length === 0) {
    const usesNone = store['type'] === 'gift' || store['type'] === 'retail'
    return (
      <StateMessage
        title={usesNone ? storeCreditsMessages.unused : storeCreditsMessages.none}
        actions={<FullLedgerLink storeId={store.id} />}
      >
        {usesNone ? storeCreditsMessages.unusedText : storeCreditsMessages.noneText}
      </StateMessage>
    )
  }
  return (
    <>
      <section aria-label={storeCreditsMessages.title} className={layout.tab}>
        {isPageFailure(sums) ? (
          <FailureWithRetry failure={sums} />
        ) : (
          <StoreCreditTotals units={sums.units} />
        )}
      </section>
      <section aria-labelledby="ledger" className={layout.tab}>
        <div className={layout.head}>
          <h2 id="ledger" className={part.heading}>
            {storeCreditsMessages.ledger}
          </h2>
          <FullLedgerLink storeId={store.id} />
        </div>
        {isPageFailure(ledger) ? (
          <FailureWithRetry failure={ledger} />
        ) : (
          <ResourceList
            resource={createStoreLedger(store.id)}
            loaded={ledger}
            cells={ledgerCells}
            widths={ledgerWidths}
          />
        )}
      </section>
    </>
  )
}

const ledgerCells: NonNullable<ListOptions['cells']> = {
  expiresAt: ({ type, expiresAt }) =>
    expiresAt
      ? formatDay(toDay(String(expiresAt)))
      : type === 'issue' && storeCreditsMessages.never,
}

const ledgerWidths = { expiresAt: 104, reason: 320 }

const FullLedgerLink = ({ storeId }: { storeId: number }) => (
  <Link to={`/credits?filter[storeId][eq]=${storeId}`}>{storeCreditsMessages.whole}</Link>
)

const creditFigures = ['outstanding', 'expiring', 'issued', 'redeemed', 'expired'] as const

const StoreCreditTotals = ({ units }: Pick<StoreCredits, 'units'>) =>
  units.map((sums) => (
    <FigureStrip key={sums.unit}>
      {creditFigures.map((name) => (
        <Figure
          key={name}
          label={storeCreditsMessages.figures[name]}
          value={createAmountFormat(sums.unit)(sums[name])}
        >
          {formatCreditUnit(sums.unit)}
        </Figure>
      ))}
    </FigureStrip>
  ))
