import { Form, useLocation } from 'react-router'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatActions, groupByArea } from '#shared/permissions/permissions.ts'
import type { AreaPermissions } from '#shared/permissions/permissions.ts'
import { users } from '#shared/areas/users/users.ts'
import {
  revokeUserSessions,
  loadUserPermissions,
  listUserSessions,
} from '#shared/areas/users/userCalls.ts'
import type { UserPermissions, UserSession } from '#shared/areas/users/userCalls.ts'
import {
  Button,
  Table,
  definePanels,
  getPanelHeading,
  loadPanelRecord,
} from '#client/frame/index.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { stayParam } from '#client/form/handleForm.ts'
import type { Intent } from '#client/form/handleForm.ts'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import type { PanelDefinition, PanelProps } from '#client/list/panels/definePanels.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { PermissionsTable } from '#client/ui/PermissionsTable.tsx'
import { formatDevice } from '#shared/format/formatDevice.ts'
import { usersMessages } from './messages.ts'
import { about, tick } from '#client/ui/PermissionsTable.css.ts'
import * as styles from '#client/form/Panel.css.ts'

type SessionsPanelData = { account: AnyRecord; sessions: UserSession[] }

function SessionsPanel({ loaded, ...props }: PanelProps<SessionsPanelData>) {
  const { data, refused } = props
  const { account, sessions } = loaded
  const canWrite = useCan()(users, 'write')
  const end = (session: UserSession | null, words: string, label?: string) => (
    <EndSessionForm
      {...{ account, words, label, session: session?.id ?? null }}
      writeKey={`${data.writeKey}-${session?.id ?? 'all'}`}
    />
  )
  return (
    <Panel {...getPanelHeading(props, account, usersMessages.sessionsOf)} size="large">
      <div className={styles.body}>
        {refused?.failure && <FailureText failure={refused.failure} />}
        <Table
          caption={usersMessages.sessions}
          rows={sessions}
          keyOf={({ id }) => id}
          empty={<p>{usersMessages.noSessions}</p>}
          columns={[
            {
              label: usersMessages.device,
              render: ({ agent, current, ip, lastSeen }) => (
                <>
                  <span>{`${formatDevice(agent) ?? usersMessages.unknown}${current ? ` (${usersMessages.currentSession})` : ''}`}</span>{' '}
                  <span className={about}>
                    {ip ?? usersMessages.unknown}, {usersMessages.lastSeen}{' '}
                    <Instant at={lastSeen} />
                  </span>
                </>
              ),
            },
            {
              label: usersMessages.end,
              render: (session) =>
                canWrite &&
                !session.current &&
                end(
                  session,
                  usersMessages.end,
                  usersMessages.endOf(
                    formatDevice(session.agent) ?? usersMessages.unknown,
                    session.ip ?? usersMessages.unknown,
                  ),
                ),
            },
          ]}
        />
        {canWrite && sessions.some(({ current }) => !current) && end(null, usersMessages.endAll)}
      </div>
    </Panel>
  )
}

type EndSessionProps = {
  account: AnyRecord
  session: number | null
  words: string
  label: string | undefined
  writeKey: string
}

function EndSessionForm({ account, session, words, label, writeKey }: EndSessionProps) {
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

const endSessionIntent: Intent = async ({ api, form, key }) => {
  const { id } = parseRecordVersion(form)
  const session = form.get('session')
  await revokeUserSessions(api, id, session === null ? null : Number(session), key)
  return { notice: 'signed-out-user', of: toRecordLink(users, await loadRecord(api, users, id)) }
}

type PermissionsPanelData = { account: AnyRecord; permissions: UserPermissions }

/**
 * Returns the groups that grant permissions in an area, with the granted actions if a group grants
 * only some.
 */
function getGrantingGroups(
  { key, actions }: AreaPermissions,
  permissions: UserPermissions['rights'],
): string[] {
  const findGroups = (permission: string) =>
    permissions.find((one) => one.right === permission)?.from
  const groupsByAction = actions.map(
    (action) => findGroups(`${key}:${action}`) ?? findGroups(key) ?? [],
  )
  return [...new Set(groupsByAction.flat())].map((name) => {
    const grantedActions = actions.filter((_action, index) => groupsByAction[index]?.includes(name))
    return grantedActions.length === actions.length
      ? name
      : `${name} (${formatActions(grantedActions)})`
  })
}

function PermissionsPanel({
  loaded: { account, permissions: userPermissions },
  ...props
}: PanelProps<PermissionsPanelData>) {
  const { rights, stores } = userPermissions
  const areas = groupByArea(rights.map(({ right: permission }) => permission))
  const names =
    stores.names.length > 0
      ? usersMessages.storesOf(stores.names.join(', '))
      : usersMessages.noStores
  const reached = stores.all ? usersMessages.storesAll : names
  return (
    <Panel {...getPanelHeading(props, account, usersMessages.permissionsOf)} size="large">
      <div
        className={styles.body}
        role="region"
        aria-label={usersMessages.permissions}
        tabIndex={0}
      >
        <p>
          {stores.from.length > 0
            ? usersMessages.storesFrom(reached, stores.from.join(', '))
            : reached}
        </p>
        {areas.length === 0 ? (
          <p>{usersMessages.noPermissions}</p>
        ) : (
          <PermissionsTable
            label={usersMessages.permissions}
            area={usersMessages.area}
            rows={areas.map((area) => ({
              key: area.key,
              about: usersMessages.fromGroups(getGrantingGroups(area, rights).join(', ')),
            }))}
            renderCell={(key, action, actionName) =>
              areas.some((area) => area.key === key && area.actions.includes(action)) && (
                <>
                  <span className={tick} role="img" aria-label={usersMessages.allowed} />{' '}
                  {actionName}
                </>
              )
            }
          />
        )}
      </div>
    </Panel>
  )
}

export const accountPanels = definePanels({
  sessions: {
    reads: true,
    Panel: SessionsPanel,
    intents: { end: endSessionIntent },
    async load(context) {
      const { api, id, signal } = context
      const [account, sessions] = await Promise.all([
        loadPanelRecord(context),
        id === null ? [] : listUserSessions(api, id, signal),
      ])
      return { account, sessions }
    },
  } satisfies PanelDefinition<SessionsPanelData>,
  rights: {
    reads: true,
    Panel: PermissionsPanel,
    intents: {},
    async load(context) {
      const { api, id, signal } = context
      const [account, permissions] = await Promise.all([
        loadPanelRecord(context),
        loadUserPermissions(api, id ?? 0, signal),
      ])
      return { account, permissions }
    },
  } satisfies PanelDefinition<PermissionsPanelData>,
})
