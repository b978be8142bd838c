import { storeFigures, storeLogs, storeReadiness } from '#shared/stores/storeCalls.ts'
import type { StoreFigures, StoreLogEntry } from '#shared/stores/storeAnswers.ts'
import type { Readiness } from '#shared/stores/readiness.ts'
import type { AnyRecord } from '#shared/resource.ts'
import { integrations } from '#shared/stores/storeStates.ts'
import { storeMessages } from '#shared/stores/storeMessages.ts'
import { isPageFailure } from '#client/failures.ts'
import type { PageFailure } from '#client/failures.ts'
import { Link } from '#client/ui/Link.tsx'
import { StateMessage } from '#client/ui/StateMessage.tsx'
import { Figures } from './Figures.tsx'
import { IntegrationStatus } from './IntegrationStatus.tsx'
import { LogEntries } from './LogEntries.tsx'
import { ReadinessList } from './ReadinessList.tsx'
import { Section, SectionFailure } from './Section.tsx'
import { storeAddress } from './storeAddress.ts'
import { defineTab, orFailure } from './storeTab.tsx'
import type { TabProps } from './storeTab.tsx'
import * as styles from '../Store.css.ts'

const say = storeMessages.overview

type Data = {
  readiness: Readiness | PageFailure
  figures: StoreFigures | PageFailure
  activity: StoreLogEntry[] | PageFailure
}

/** How the store does: what it still needs, its numbers, what happened last. */
export const overview = defineTab<Data>({
  title: storeMessages.tabs.overview,
  async load({ api, id, signal }) {
    const [readiness, figures, activity] = await Promise.all([
      orFailure(storeReadiness(api, id, signal), say.readinessWhat),
      orFailure(storeFigures(api, id, signal), say.figuresWhat),
      orFailure(
        storeLogs(api, id, { limit: 10 }, signal).then(({ entries }) => entries),
        storeMessages.logs.what,
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
          <ReadinessList storeId={store.id} readiness={readiness} />
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
            <StateMessage title={storeMessages.logs.none} />
          ) : (
            <LogEntries entries={activity} store={store} />
          )}
        </Section>
      </div>
    </div>
  )
}

function Integrations({ store }: { store: AnyRecord }) {
  return (
    <dl className={styles.rows}>
      {Object.entries(integrations).map(([kind, { label, field }]) => (
        <div key={kind} className={styles.row}>
          <dt>{label}</dt>
          <dd>
            <IntegrationStatus state={String(store[field] ?? 'not_configured')} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
