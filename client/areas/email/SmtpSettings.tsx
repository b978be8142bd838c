import '#client/frame/signedIn.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { panelAddresses } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { assignedSettings } from '#shared/areas/email/mailAssigned.ts'
import { mails } from '#shared/areas/email/mails.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import { storeReference } from '#shared/areas/stores/storeReference.ts'
import { IntegrationStatus } from '#client/integrations/IntegrationStatus.tsx'
import { definePanels } from '#client/list/panels/definePanels.ts'
import { plainScreen, withScreens } from '#client/list/plainScreen.tsx'
import { RowMenu } from '#client/list/table/RowMenu.tsx'
import { fixParams } from '#client/integrations/fix/fixParams.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Status } from '#client/ui/Status.tsx'
import { smtpWords as say } from './words.ts'

const nameOf = (setting: AnyRecord) => (
  <>
    {labelOf(smtpSettings, setting)}
    {setting['scope'] === 'platform' && (
      <>
        {' '}
        <Badge>{say.default}</Badge>
      </>
    )}
  </>
)

const hostOf = ({ host, port }: AnyRecord) => `${String(host)}:${String(port)}`

const stateOf = ({ state, paused }: AnyRecord) =>
  paused === true ? (
    <Status tone="warn">{say.paused}</Status>
  ) : (
    <IntegrationStatus state={String(state)} />
  )

/** The state of a setting, with what waits for it: the way to release it. */
const standingOf = (setting: AnyRecord) => (
  <>
    {stateOf(setting)}
    {Number(setting['waiting']) > 0 && (
      <div>
        <Link to={`${smtpSettings.path}?test=${setting.id}`}>
          {say.waitingInList(Number(setting['waiting']))}
        </Link>
      </div>
    )}
  </>
)

const testTones = { passed: 'good', failed: 'bad', unknown: 'warn' } as const

function testOf({ lastTestAt, lastOutcome }: AnyRecord) {
  if (typeof lastTestAt !== 'string') return null
  const tone = testTones[lastOutcome as keyof typeof testTones] ?? 'off'
  return (
    <Status tone={tone}>
      <Instant at={lastTestAt} />
    </Status>
  )
}

/** The stores that use a setting as their own; those of the default are all that have none. */
function storesOf(setting: AnyRecord) {
  const count = Number(setting['stores'] ?? 0)
  const filter = `${storeReference.path}?filter[smtpSettingsId][eq]=${setting.id}`
  if (setting['scope'] === 'platform') return String(count)
  return (
    <Link to={filter} aria-label={say.storesOf(count, labelOf(smtpSettings, setting))}>
      {count}
    </Link>
  )
}

const mailsAt = ({ id }: AnyRecord, status: string) =>
  `${mails.path}&filter[smtpSettingsId][eq]=${id}&filter[status][eq]=${status}`

const countOf = (setting: AnyRecord, field: string, status: 'sent' | 'failed') => {
  const count = Number(setting[field] ?? 0)
  return (
    <Link to={mailsAt(setting, status)} aria-label={say.mailsOf(count, status)}>
      {count}
    </Link>
  )
}

/** Of the last 24 hours. */
const sentOf = (setting: AnyRecord) => (
  <>
    {countOf(setting, 'sent24h', 'sent')} / {countOf(setting, 'failed24h', 'failed')}
  </>
)

function rowActions(setting: AnyRecord, view: ListView) {
  const at = panelAddresses(smtpSettings, view)
  const isDefault = setting['scope'] === 'platform'
  return (
    <RowMenu
      label={say.more(labelOf(smtpSettings, setting))}
      entries={[
        [say.test, at('test', setting.id)],
        ...(isDefault
          ? []
          : [[say.makeDefault, at('default', setting.id), smtpSettings, 'write'] as const]),
        [say.assign, at('assign', setting.id), assignedSettings, 'write'],
        [say.duplicate, at('duplicate', setting.id), smtpSettings, 'write'],
        [say.sent, `${mails.path}&filter[smtpSettingsId][eq]=${setting.id}`],
        [say.delete, at('delete', setting.id), smtpSettings, 'delete'],
      ]}
    />
  )
}

const settings = plainScreen(
  smtpSettings,
  {
    cells: {
      name: nameOf,
      host: hostOf,
      state: standingOf,
      stores: storesOf,
      lastTestAt: testOf,
      sent24h: sentOf,
      failed24h: (setting) => countOf(setting, 'failed24h', 'failed'),
    },
    // The name has a badge behind it, the moment a dot before it.
    widths: { host: 176, lastTestAt: 190 },
    rowActions,
  },
  definePanels(() => import('./panels.tsx'), {
    create: { button: null, of: assignedSettings, params: ['begin', ...fixParams] },
    edit: { button: null, params: fixParams },
    test: { button: null, reads: true, params: ['begin', ...fixParams] },
    default: { button: null },
    assign: { button: null, of: assignedSettings, params: ['begin', ...fixParams] },
    duplicate: { button: null },
  }),
)

const statusTones = { waiting: 'warn', sent: 'good', failed: 'bad' } as const
const words: Record<string, string> = Object.fromEntries(
  (mails.fields.status.options ?? []).map(({ value, label }) => [value, label]),
)

const mailStatus = ({ status }: AnyRecord) => (
  <Status tone={statusTones[status as keyof typeof statusTones] ?? 'off'}>
    {words[String(status)] ?? String(status)}
  </Status>
)

/** What was sent, and what could not be: from there a mail is sent once more. */
const sent = plainScreen(
  mails,
  {
    cells: { status: mailStatus },
    // "Member invitation" fits, and the list stays within 980 px.
    widths: { kind: 146 },
    rowActions: (mail, view, resource) =>
      mail['status'] === 'failed' && (
        <RowMenu
          label={say.more(String(mail['recipient']))}
          entries={[
            [say.retry, panelAddresses(resource, view)('retry', mail.id), smtpSettings, 'write'],
          ]}
        />
      ),
    opens: 'retry',
  },
  definePanels(() => import('./mailPanels.tsx'), { retry: { button: null, reads: true } }),
)

/** Mail settings, and the mails that left by them (screens.md, SMTP Settings). */
export const { loader, action, Component, panels } = withScreens(settings, { mails: sent })
