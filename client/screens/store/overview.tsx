import { usualSort } from '#shared/engine/listQuery.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import { logEntries } from '#shared/stores/storeLogs.ts'
import { storeFigures, storeReadiness } from '#shared/stores/storeOverviewCalls.ts'
import type { StoreFigures } from '#shared/stores/storeOverviewCalls.ts'
import type { Readiness } from '#shared/stores/readinessChecks.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { integrations } from '#shared/stores/storeStates.ts'
import { storeLogLinesMessages } from '#shared/stores/storeLogLinesMessages.ts'
import { storeOverviewMessages } from '#shared/stores/storeOverviewMessages.ts'
import { isPageFailure, orFailure } from '#client/failures.ts'
import type { PageFailure } from '#client/failures.ts'
import { Link } from '#client/ui/Link.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { Figures } from './Figures.tsx'
import { IntegrationStatus } from './IntegrationStatus.tsx'
import type { LogLine } from './logLine.ts'
import { LogLines } from './LogLines.tsx'
import { ReadinessList } from './ReadinessList.tsx'
import { Section, SectionFailure } from './Section.tsx'
import { inWords, logOf } from './storeLog.ts'
import { storeAddress } from '#client/stores/storeAddress.ts'
import { defineTab } from './storeTab.tsx'
import type { TabProps } from './storeTab.tsx'
import * as layout from './Store.css.ts'
import * as styles from './overview.css.ts'

const say = storeOverviewMessages

const newest = { search: '', filters: [], sort: usualSort(logEntries), limit: 10, after: null }

type Data = {
  readiness: Readiness | PageFailure
  figures: StoreFigures | PageFailure
  activity: LogLine[] | PageFailure
}

/** How the store does: what it still needs, its numbers, what happened last. */
export const overview = defineTab<Data>({
  async load({ api, id, signal }) {
    const [readiness, figures, activity] = await Promise.all([
      orFailure(storeReadiness(api, id, signal), say.readinessWhat),
      orFailure(storeFigures(api, id, signal), say.figuresWhat),
      orFailure(
        inWords(listRecords(api, logOf(id), newest, signal)).then(({ lines }) => lines),
        storeLogLinesMessages.what,
      ),
    ])
    return { readiness, figures, activity }
  },
  render: (props) => <Overview {...props} />,
})

function Overview({ store, data: { readiness, figures, activity } }: TabProps<Data>) {
  return (
    <div className={styles.overview}>
      <Section
        id="readiness"
        title={
          isPageFailure(readiness)
            ? say.readiness
            : `${say.readiness}: ${say.percent(readiness.percent)}`
        }
        wide
      >
        {isPageFailure(readiness) ? (
          <SectionFailure failure={readiness} />
        ) : (
          <ReadinessList store={store} readiness={readiness} />
        )}
      </Section>
      <Section
        id="integrations"
        title={say.integrations}
        aside={<Link to={storeAddress(store.id, 'integrations')}>{say.allIntegrations}</Link>}
        wide
      >
        <Integrations store={store} />
      </Section>
      <div className={styles.whole}>
        <Section id="figures" title={say.figures} wide>
          {isPageFailure(figures) ? (
            <SectionFailure failure={figures} />
          ) : (
            <Figures figures={figures} />
          )}
        </Section>
      </div>
      <div className={styles.whole}>
        <Section
          id="activity"
          title={say.activity}
          aside={<Link to={storeAddress(store.id, 'logs')}>{say.allActivity}</Link>}
          wide
        >
          {isPageFailure(activity) ? (
            <SectionFailure failure={activity} />
          ) : activity.length === 0 ? (
            <StateMessage title={storeLogLinesMessages.none} />
          ) : (
            <LogLines lines={activity} store={store} />
          )}
        </Section>
      </div>
    </div>
  )
}

function Integrations({ store }: { store: AnyRecord }) {
  return (
    <dl className={layout.rows}>
      {Object.entries(integrations).map(([kind, { label, field }]) => (
        <div key={kind} className={layout.row}>
          <dt>{label}</dt>
          <dd>
            <IntegrationStatus state={String(store[field] ?? 'not_configured')} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
