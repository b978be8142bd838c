import { Form, useLocation } from 'react-router'
import { recordLink } from '#shared/engine/recordLink.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { actionsInWords, byArea } from '#shared/permissions/permissions.ts'
import type { AreaRights } from '#shared/permissions/permissions.ts'
import { users } from '#shared/areas/users/users.ts'
import { endSessions, rightsOf, sessionsOf } from '#shared/areas/users/userCalls.ts'
import type { Rights, Session } from '#shared/areas/users/userCalls.ts'
import { useMay } from '#client/runtime/ConsoleContext.tsx'
import { readRecord } from '#shared/engine/recordCalls.ts'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { stayParam } from '#client/form/answerForm.ts'
import type { Intent } from '#client/form/answerForm.ts'
import { target } from '#client/form/saveChanges.ts'
import { aboutRecord, openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelCode, PanelProps } from '#client/list/panels/definePanels.ts'
import { Button } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { RightsTable } from '#client/ui/RightsTable.tsx'
import { Table } from '#client/ui/Table.tsx'
import { deviceOf } from './deviceOf.ts'
import { userWords as say } from './words.ts'
import { about, tick } from '#client/ui/RightsTable.css.ts'
import * as styles from '#client/form/Panel.css.ts'

type Sessions = { account: AnyRecord; sessions: Session[] }

function SessionsPanel({ loaded, ...props }: PanelProps<Sessions>) {
  const { data, refused } = props
  const { account, sessions } = loaded
  const mayWrite = useMay()(users, 'write')
  const end = (session: Session | null, words: string, label?: string) => (
    <EndForm
      {...{ account, words, label, session: session?.id ?? null }}
      writeKey={`${data.writeKey}-${session?.id ?? 'all'}`}
    />
  )
  return (
    <Panel {...aboutRecord(props, account, say.sessionsOf)} size="large">
      <div className={styles.body}>
        {refused?.failure && <FailureText failure={refused.failure} />}
        <Table
          caption={say.sessions}
          rows={sessions}
          keyOf={({ id }) => id}
          empty={<p>{say.noSessions}</p>}
          columns={[
            {
              label: say.device,
              render: ({ agent, current, ip, lastSeen }) => (
                <>
                  <span>{`${deviceOf(agent) ?? say.unknown}${current ? ` (${say.thisOne})` : ''}`}</span>{' '}
                  <span className={about}>
                    {ip ?? say.unknown}, {say.seen} <Instant at={lastSeen} />
                  </span>
                </>
              ),
            },
            {
              label: say.end,
              render: (session) =>
                mayWrite &&
                !session.current &&
                end(
                  session,
                  say.end,
                  say.endOf(deviceOf(session.agent) ?? say.unknown, session.ip ?? say.unknown),
                ),
            },
          ]}
        />
        {mayWrite && sessions.some(({ current }) => !current) && end(null, say.endAll)}
      </div>
    </Panel>
  )
}

type EndProps = {
  account: AnyRecord
  session: number | null
  words: string
  label: string | undefined
  writeKey: string
}

function EndForm({ account, session, words, label, writeKey }: EndProps) {
  const { pathname, search } = useLocation()
  return (
    <Form method="post" action={pathname + search} preventScrollReset>
      <input type="hidden" name="intent" value="end" />
      <input type="hidden" name={stayParam} value="1" />
      <input type="hidden" name="id" value={account.id} />
      {session !== null && <input type="hidden" name="session" value={session} />}
      <input type="hidden" name="writeKey" value={writeKey} />
      <Button type="submit" size="small" color="white" aria-label={label}>
        {words}
      </Button>
    </Form>
  )
}

const end: Intent = async ({ api, form, key }) => {
  const { id } = target(form)
  const session = form.get('session')
  await endSessions(api, id, session === null ? null : Number(session), key)
  return { notice: 'signed-out-user', of: recordLink(users, await readRecord(api, users, id)) }
}

type Told = { account: AnyRecord; held: Rights }

/** The groups that give what is held of an area; one that gives a part of it is told with that. */
function givenBy({ key, actions }: AreaRights, rights: Rights['rights']): string[] {
  const fromOf = (right: string) => rights.find((one) => one.right === right)?.from
  const givers = actions.map((action) => fromOf(`${key}:${action}`) ?? fromOf(key) ?? [])
  return [...new Set(givers.flat())].map((name) => {
    const given = actions.filter((_action, at) => givers[at]?.includes(name))
    return given.length === actions.length ? name : `${name} (${actionsInWords(given)})`
  })
}

function RightsPanel({ loaded: { account, held }, ...props }: PanelProps<Told>) {
  const { rights, stores } = held
  const areas = byArea(rights.map(({ right }) => right))
  const names = stores.names.length > 0 ? say.storesOf(stores.names.join(', ')) : say.noStores
  const reached = stores.all ? say.storesAll : names
  return (
    <Panel {...aboutRecord(props, account, say.rightsOf)} size="large">
      <div className={styles.body}>
        <p>{stores.from.length > 0 ? say.storesFrom(reached, stores.from.join(', ')) : reached}</p>
        {areas.length === 0 ? (
          <p>{say.noRights}</p>
        ) : (
          <RightsTable
            label={say.rights}
            area={say.area}
            rows={areas.map((area) => ({
              key: area.key,
              about: say.fromGroups(givenBy(area, rights).join(', ')),
            }))}
            renderCell={(key, action) =>
              areas.some((area) => area.key === key && area.actions.includes(action)) && (
                <span className={tick} role="img" aria-label={say.may} />
              )
            }
          />
        )}
      </div>
    </Panel>
  )
}

export const ofAccount = {
  sessions: {
    Panel: SessionsPanel,
    intents: { end },
    async load(work) {
      const { api, id, signal } = work
      const [account, sessions] = await Promise.all([
        openRecord(work),
        id === null ? [] : sessionsOf(api, id, signal),
      ])
      return { account, sessions }
    },
  } satisfies PanelCode<Sessions>,
  rights: {
    Panel: RightsPanel,
    intents: {},
    async load(work) {
      const { api, id, signal } = work
      const [account, held] = await Promise.all([openRecord(work), rightsOf(api, id ?? 0, signal)])
      return { account, held }
    },
  } satisfies PanelCode<Told>,
}
