import { getDefaultSort } from '#shared/engine/list/listQuery.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import { logEntries } from '#shared/areas/logs/logEntries.ts'
import { loadStoreFigures } from '#shared/areas/stores/storeFiguresCalls.ts'
import type { StoreFigures } from '#shared/areas/stores/storeFiguresCalls.ts'
import { loadStoreReadiness } from '#shared/areas/stores/readiness/storeReadinessCalls.ts'
import type { Readiness } from '#shared/areas/stores/readiness/readinessChecks.ts'
import { Section } from '#client/frame/index.ts'
import { isPageFailure, resolveOrFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { storeMessages } from '#shared/areas/stores/messages.ts'
import { buildStoreUrl } from '#shared/areas/stores/storeUrl.ts'
import { Link } from '#client/ui/Link.tsx'
import { StoreAlerts, findClosingStatusChange } from '../StoreAlerts.tsx'
import type { LastStatusChange } from '../StoreAlerts.tsx'
import { StoreFigureStrip, OrdersChart } from '../StoreFigureStrip.tsx'
import type { LogLine } from '#client/list/logs/index.ts'
import { ReadinessList } from './readiness.tsx'
import { RecentChanges } from '../RecentChanges.tsx'
import { SectionFailure } from '../FailureWithRetry.tsx'
import { toLogLinePage, createStoreLogResource } from './storeLog.ts'
import { defineTab } from './storeTab.tsx'
import type { TabProps } from './storeTab.tsx'
import { storeLogMessages } from './logMessages.ts'
import { storeOverviewMessages } from '../messages.ts'
import * as styles from './overview.css.ts'

type OverviewTabData = {
  readiness: Readiness | PageFailure
  figures: StoreFigures | PageFailure
  activity: LogLine[] | PageFailure
  since: LastStatusChange | null
}

const recentLogQuery = {
  search: '',
  filters: [{ field: 'stream', op: 'eq' as const, value: 'audit' }],
  sort: getDefaultSort(logEntries),
  limit: 6,
  after: null,
}

/** The store's overview: alerts first, then metrics, missing settings, and recent changes. */
export const overviewTab = defineTab<OverviewTabData>({
  async load({ api, zone, id, store, signal }) {
    const [readiness, figures, activity, since] = await Promise.all([
      resolveOrFailure(loadStoreReadiness(api, id, signal), storeMessages.readiness),
      resolveOrFailure(loadStoreFigures(api, id, signal), storeOverviewMessages.figuresWhat),
      resolveOrFailure(
        toLogLinePage(
          listRecords(api, createStoreLogResource(id), recentLogQuery, signal),
          zone,
        ).then(({ lines }) => lines),
        storeLogMessages.what,
      ),
      findClosingStatusChange(api, store, signal),
    ])
    return { readiness, figures, activity, since }
  },
  render: (props) => <OverviewTab {...props} />,
})

function OverviewTab({ store, data }: TabProps<OverviewTabData>) {
  const { readiness, figures, activity, since } = data
  return (
    <div className={styles.overview}>
      <StoreAlerts store={store} readiness={readiness} since={since} />
      {isPageFailure(figures) ? (
        <div className={styles.fullWidth}>
          <Section id="figures" title={storeOverviewMessages.figures}>
            <SectionFailure failure={figures} />
          </Section>
        </div>
      ) : (
        <StoreFigureStrip figures={figures} />
      )}
      <div className={styles.column}>
        <Section
          id="readiness"
          title={
            isPageFailure(readiness)
              ? storeOverviewMessages.readiness
              : storeOverviewMessages.percent(readiness.percent)
          }
        >
          {isPageFailure(readiness) ? (
            <SectionFailure failure={readiness} />
          ) : (
            <ReadinessList store={store} readiness={readiness} />
          )}
        </Section>
        {!isPageFailure(figures) && <OrdersChart figures={figures} />}
      </div>
      <Section
        id="activity"
        title={storeOverviewMessages.activity}
        aside={
          <Link to={buildStoreUrl(store.id, 'logs')}>{storeOverviewMessages.allActivity}</Link>
        }
      >
        {isPageFailure(activity) ? (
          <SectionFailure failure={activity} />
        ) : (
          <RecentChanges lines={activity} />
        )}
      </Section>
    </div>
  )
}
