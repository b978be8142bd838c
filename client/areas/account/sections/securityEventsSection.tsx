import { listSecurityEvents } from '#shared/areas/account/accountCalls.ts'
import type { SecurityEvent, SecurityEventPage } from '#shared/areas/account/accountCalls.ts'
import { buildAccountUrl } from '#shared/areas/account/accountUrl.ts'
import { users } from '#shared/areas/users/users.ts'
import { formatActor } from '#shared/engine/actors.ts'
import { formatNetwork } from '#shared/format/formatNetwork.ts'
import { logsArea, Section, Table } from '#client/frame/index.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { defineAccountSection } from '../accountSection.ts'
import { ownAccountMessages } from '../messages.ts'
import * as styles from '../account.css.ts'

const { securityEvents: texts } = ownAccountMessages

const sectionName = 'securityEvents'
const afterParam = 'after'
const securityLogUrl = '/users?log&filter[stream][eq]=security'

type DescribedEvent = SecurityEvent & { description: string }
type SecurityEventsData = Pick<SecurityEventPage, 'next'> & {
  events: DescribedEvent[]
  isFirst: boolean
}

/** Lists sign-ins and changes of access, a page at a time. */
function SecurityEventsSection({ events, next, isFirst }: SecurityEventsData) {
  const canSeeLogs = useCan()(users, 'read')
  return (
    <Section
      id={sectionName}
      title={texts.title}
      aside={canSeeLogs && <Link to={securityLogUrl}>{texts.all}</Link>}
    >
      <div className={styles.inset}>
        <p className={styles.text}>{texts.about}</p>
        <Table
          caption={texts.list}
          rows={events}
          keyOf={({ id }) => id}
          empty={<p>{texts.none}</p>}
          columns={[
            {
              label: texts.event,
              render: ({ description, ip }: DescribedEvent) => (
                <>
                  {description}
                  <span className={styles.about}>{formatNetwork(ip)}</span>
                </>
              ),
            },
            {
              label: texts.time,
              render: ({ time, actor }) => (
                <>
                  <Instant at={time} />
                  <span className={styles.about}>{formatActor(actor)}</span>
                </>
              ),
            },
          ]}
        />
        <nav className={styles.pages} aria-label={texts.pages}>
          {!isFirst && <Link to={buildAccountUrl(sectionName)}>{texts.newest}</Link>}
          {next !== null && (
            <Link to={`${buildAccountUrl(sectionName)}&${afterParam}=${encodeURIComponent(next)}`}>
              {texts.older}
            </Link>
          )}
        </nav>
      </div>
    </Section>
  )
}

export const securityEventsSection = defineAccountSection<SecurityEventsData>({
  title: texts.title,
  what: texts.what,
  async load({ api, params, signal }) {
    const after = params.get(afterParam)
    const [{ data, next }, { formatLogEvent }] = await Promise.all([
      listSecurityEvents(api, after, signal),
      logsArea.load(),
    ])
    const events = data.map((event) => ({
      ...event,
      description: formatLogEvent(event.event, event.result),
    }))
    return { events, next, isFirst: after === null }
  },
  render: ({ data }) => <SecurityEventsSection {...data} />,
})
