import { usualSort } from '#shared/engine/list/listQuery.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import { logEntries } from '#shared/areas/logs/logEntries.ts'
import { storeFigures } from '#shared/areas/stores/storeFiguresCalls.ts'
import type { StoreFigures } from '#shared/areas/stores/storeFiguresCalls.ts'
import { storeReadiness } from '#shared/areas/stores/readiness/storeReadinessCalls.ts'
import type { Readiness } from '#shared/areas/stores/readiness/readinessChecks.ts'
import { isPageFailure, orFailure } from '#client/runtime/failures.ts'
import type { PageFailure } from '#client/runtime/failures.ts'
import { readinessWhat } from '#client/areas/stores/statusReadiness.ts'
import { storeAddress } from '#shared/areas/stores/storeAddress.ts'
import { Link } from '#client/ui/Link.tsx'
import { Attention, statusSince } from '../Attention.tsx'
import type { StatusSince } from '../Attention.tsx'
import { Figures, OrdersChart } from '../Figures.tsx'
import type { LogLine } from '#client/areas/stores/logLine.ts'
import { ReadinessList } from './readiness.tsx'
import { RecentChanges } from '../RecentChanges.tsx'
import { Section } from '#client/ui/Section.tsx'
import { SectionFailure } from '../PartFailure.tsx'
import { inWords, logOf } from './storeLog.ts'
import { defineTab } from './storeTab.tsx'
import type { TabProps } from './storeTab.tsx'
import { storeLogLinesMessages } from './logWords.ts'
import { storeOverviewMessages } from '../words.ts'
import * as styles from './overview.css.ts'

const say = storeOverviewMessages

type Data = {
  readiness: Readiness | PageFailure
  figures: StoreFigures | PageFailure
  activity: LogLine[] | PageFailure
  since: StatusSince | null
}

const query = { search: '', filters: [], sort: usualSort(logEntries), limit: 6, after: null }

/** How the store does: what is wrong first, then its numbers, what it still needs, what changed last. */
export const overview = defineTab<Data>({
  async load({ api, zone, id, store, signal }) {
    const [readiness, figures, activity, since] = await Promise.all([
      orFailure(storeReadiness(api, id, signal), readinessWhat),
      orFailure(storeFigures(api, id, signal), say.figuresWhat),
      orFailure(
        inWords(listRecords(api, logOf(id), query, signal), zone).then(({ lines }) => lines),
        storeLogLinesMessages.what,
      ),
      statusSince(api, store, signal),
    ])
    return { readiness, figures, activity, since }
  },
  render: (props) => <Overview {...props} />,
})

function Overview({ store, data }: TabProps<Data>) {
  const { readiness, figures, activity, since } = data
  return (
    <div className={styles.overview}>
      <Attention store={store} readiness={readiness} since={since} />
      {isPageFailure(figures) ? (
        <div className={styles.whole}>
          <Section id="figures" title={say.figures}>
            <SectionFailure failure={figures} />
          </Section>
        </div>
      ) : (
        <Figures figures={figures} />
      )}
      <div className={styles.column}>
        <Section
          id="readiness"
          title={isPageFailure(readiness) ? say.readiness : say.percent(readiness.percent)}
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
        title={say.activity}
        aside={<Link to={storeAddress(store.id, 'logs')}>{say.allActivity}</Link>}
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
