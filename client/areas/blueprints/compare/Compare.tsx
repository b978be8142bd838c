import { useLoaderData } from 'react-router'
import { blueprints } from '#shared/areas/stores/blueprints/blueprints.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { buildCompareUrl, buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { getRecordUrl } from '#shared/engine/recordLink.ts'
import { getLabel } from '#shared/engine/resource.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import type { PageAction } from '#client/ui/pageActions.ts'
import { PageHeader } from '#client/ui/PageHeader.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { BlueprintStores } from './BlueprintStores.tsx'
import { Differences } from './Differences.tsx'
import { StoreChooser } from './StoreChooser.tsx'
import type { ComparisonData } from './loadComparison.ts'
import { compareMessages } from './messages.ts'
import * as styles from './Compare.css.ts'

export { loadComparison as loader } from './loadComparison.ts'
export { planComparedChanges as action } from './planChanges.ts'

/** Two stores side by side, a store and a blueprint, or a blueprint and all its stores. */
export function Component() {
  const data = useLoaderData<ComparisonData>()
  return (
    <>
      <PageHeader title={data.recordName || undefined} actions={getPageActions(data)} />
      <div className={styles.page}>
        {(data.store || !data.blueprint) && <StoreChooser {...data} />}
        <Comparison {...data} />
      </div>
    </>
  )
}

function Comparison(data: ComparisonData) {
  const { store, other, blueprint, counts } = data
  const right = other ?? blueprint
  if (store && right)
    return (
      <Differences
        key={`${store.id} ${store.version} ${right.id} ${right.version} ${data.all}`}
        {...data}
        store={store}
        right={right}
        rightName={getLabel(other ? stores : blueprints, right)}
      />
    )
  if (blueprint && counts)
    return <BlueprintStores {...data} blueprint={blueprint} counts={counts} />
  if (store)
    return (
      <StateMessage
        title={compareMessages.noBlueprint(getLabel(stores, store))}
        actions={
          <ButtonLink color="white" to={buildStoreUrl(store.id, 'general')}>
            {compareMessages.openStore}
          </ButtonLink>
        }
      >
        {compareMessages.noBlueprintExplain}
      </StateMessage>
    )
  return <StateMessage title={compareMessages.choose}>{compareMessages.chooseExplain}</StateMessage>
}

/** Adds to a URL whether the page also shows what is the same. */
const withAll = (url: string, all: boolean) => (all ? `${url}&all` : url)

function getPageActions({ store, other, blueprint, all }: ComparisonData): PageAction[] {
  if (!store)
    return blueprint
      ? [{ label: compareMessages.edit, to: getRecordUrl(blueprints, blueprint), color: 'white' }]
      : []
  if (!other && !blueprint) return []
  const subject = {
    store: store.id,
    ...(other && { with: other.id }),
    ...(blueprint && { blueprint: blueprint.id }),
  }
  return [
    ...(other
      ? [
          {
            label: compareMessages.swap,
            short: null,
            to: withAll(buildCompareUrl({ store: other.id, with: store.id }), all),
            color: 'white',
          } as const,
        ]
      : []),
    {
      label: all ? compareMessages.onlyDifferences : compareMessages.showAll,
      to: withAll(buildCompareUrl(subject), !all),
      color: 'white',
      preventScrollReset: true,
    },
  ]
}
