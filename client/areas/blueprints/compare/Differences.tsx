import { Form, useLocation } from 'react-router'
import {
  compareStores,
  compareWithBlueprint,
} from '#shared/areas/stores/blueprints/compareStores.ts'
import type { ComparedRow } from '#shared/areas/stores/blueprints/compareStores.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { storeTabTitles } from '#shared/areas/stores/storeTabTitles.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { Section, Table } from '#client/frame/index.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { ComparedValue } from './ComparedValue.tsx'
import { PlanFooter } from './PlanFooter.tsx'
import { RowHead } from './RowHead.tsx'
import type { ComparisonData } from './loadComparison.ts'
import { compareMessages } from './messages.ts'
import * as styles from './Compare.css.ts'

type Props = ComparisonData & { store: AnyRecord; right: AnyRecord; rightName: string }

/** The differences by section, and the form that plans to remove them from the left store. */
export function Differences({ store, other, right, rightName, setupUrls, all, writeKey }: Props) {
  const { pathname, search } = useLocation()
  const canWrite = useCan()(stores, 'write')
  const storeName = getLabel(stores, store)
  const rows = other ? compareStores(store, other) : compareWithBlueprint(store, right)
  const differences = rows.filter(({ isSame }) => !isSame)
  const sections = Map.groupBy(all ? rows : differences, ({ tab }) => tab)
  const canPlan = canWrite && differences.some((row) => 'setting' in row && row.isChangeable)
  const renderSide = (row: ComparedRow, isRight: boolean) => (
    <ComparedValue
      row={row}
      record={isRight ? right : store}
      side={isRight ? rightName : storeName}
      isBlueprint={isRight && !other}
    />
  )
  return (
    <>
      <p role="status" className={differences.length === 0 ? styles.hidden : styles.count}>
        {differences.length === 0
          ? compareMessages.none
          : compareMessages.differences(differences.length)}
      </p>
      {differences.length === 0 && (
        <StateMessage title={compareMessages.none}>
          {compareMessages.noneExplain(storeName, rightName)}
        </StateMessage>
      )}
      <Form method="post" action={pathname + search} className={styles.page}>
        <input type="hidden" name="intent" value="plan" />
        <input type="hidden" name="writeKey" value={writeKey} />
        <input type="hidden" name="store" value={store.id} />
        <input type="hidden" name={other ? 'with' : 'blueprint'} value={right.id} />
        {[...sections].map(([tab, sectionRows]) => (
          <Section key={tab} id={`compare-${tab}`} title={storeTabTitles[tab]}>
            <div className={styles.rows}>
              <Table
                caption={compareMessages.table(storeTabTitles[tab])}
                rows={sectionRows}
                keyOf={(row) => ('setting' in row ? row.setting : row.kind)}
                columns={[
                  {
                    label: compareMessages.setting,
                    render: (row) => (
                      <RowHead row={row} store={store} canWrite={canWrite} setupUrls={setupUrls} />
                    ),
                  },
                  { label: storeName, render: (row) => renderSide(row, false) },
                  { label: rightName, render: (row) => renderSide(row, true) },
                ]}
              />
            </div>
          </Section>
        ))}
        {canPlan && <PlanFooter />}
      </Form>
    </>
  )
}
