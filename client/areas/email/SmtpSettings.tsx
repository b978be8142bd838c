import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { assignableSmtpSettings } from '#shared/areas/email/smtpAssignment.ts'
import { mails } from '#shared/areas/email/mails.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import {
  Badge,
  IntegrationStatus,
  RowMenu,
  Status,
  createListScreen,
  switchScreens,
} from '#client/frame/index.ts'
import { emailPanels } from './emailPanels.tsx'
import { smtpSettingPanels } from './panels.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { smtpSettingsMessages } from './messages.ts'

const renderSettingName = (setting: AnyRecord) => (
  <>
    {getLabel(smtpSettings, setting)}
    {setting['scope'] === 'platform' && (
      <>
        {' '}
        <Badge>{smtpSettingsMessages.default}</Badge>
      </>
    )}
  </>
)

const formatHost = ({ host, port }: AnyRecord) => `${String(host)}:${String(port)}`

const renderState = ({ state, paused }: AnyRecord) =>
  paused === true ? (
    <Status tone="warn">{smtpSettingsMessages.paused}</Status>
  ) : (
    <IntegrationStatus state={String(state)} />
  )

/** Shows a setting's state and how many emails wait for it, with a link to release them. */
const renderStateWithWaiting = (setting: AnyRecord) => (
  <>
    {renderState(setting)}
    {Number(setting['waiting']) > 0 && (
      <div>
        <Link to={`${smtpSettings.path}?test=${setting.id}`}>
          {smtpSettingsMessages.waitingInList(Number(setting['waiting']))}
        </Link>
      </div>
    )}
  </>
)

const testTones = { passed: 'good', failed: 'bad', unknown: 'warn' } as const

function renderLastTest({ lastTestAt, lastOutcome }: AnyRecord) {
  if (typeof lastTestAt !== 'string') return null
  const tone = testTones[lastOutcome as keyof typeof testTones] ?? 'off'
  return (
    <Status tone={tone}>
      <Instant at={lastTestAt} />
    </Status>
  )
}

/**
 * Links to the stores assigned to a setting. The default's stores can't be listed, since they are
 * all those without their own setting.
 */
function renderStoreLink(setting: AnyRecord) {
  const count = Number(setting['stores'] ?? 0)
  const filter = `${stores.path}?filter[smtpSettingsId][eq]=${setting.id}`
  if (setting['scope'] === 'platform') return String(count)
  return (
    <Link
      to={filter}
      aria-label={smtpSettingsMessages.storesOf(count, getLabel(smtpSettings, setting))}
    >
      {count}
    </Link>
  )
}

const buildEmailsUrl = ({ id }: AnyRecord, status: string) =>
  `${mails.path}&filter[smtpSettingsId][eq]=${id}&filter[status][eq]=${status}`

const renderEmailCount = (setting: AnyRecord, field: string, status: 'sent' | 'failed') => {
  const count = Number(setting[field] ?? 0)
  return (
    <Link
      to={buildEmailsUrl(setting, status)}
      aria-label={smtpSettingsMessages.mailsOf(count, status)}
    >
      {count}
    </Link>
  )
}

/** Shows the counts of the last 24 hours. */
const renderSentAndFailed = (setting: AnyRecord) => (
  <>
    {renderEmailCount(setting, 'sent24h', 'sent')} /{' '}
    {renderEmailCount(setting, 'failed24h', 'failed')}
  </>
)

function renderSettingActions(setting: AnyRecord, view: ListView) {
  const buildPanelUrl = createPanelUrls(smtpSettings, view)
  const isDefault = setting['scope'] === 'platform'
  return (
    <RowMenu
      label={smtpSettingsMessages.more(getLabel(smtpSettings, setting))}
      entries={[
        [smtpSettingsMessages.test, buildPanelUrl('test', setting.id)],
        ...(isDefault
          ? []
          : [
              [
                smtpSettingsMessages.makeDefault,
                buildPanelUrl('default', setting.id),
                smtpSettings,
                'write',
              ] as const,
            ]),
        [
          smtpSettingsMessages.assign,
          buildPanelUrl('assign', setting.id),
          assignableSmtpSettings,
          'write',
        ],
        [
          smtpSettingsMessages.duplicate,
          buildPanelUrl('duplicate', setting.id),
          smtpSettings,
          'write',
        ],
        [smtpSettingsMessages.sent, `${mails.path}&filter[smtpSettingsId][eq]=${setting.id}`],
        [smtpSettingsMessages.delete, buildPanelUrl('delete', setting.id), smtpSettings, 'delete'],
      ]}
    />
  )
}

const settingsScreen = createListScreen(
  smtpSettings,
  {
    cells: {
      name: renderSettingName,
      host: formatHost,
      state: renderStateWithWaiting,
      stores: renderStoreLink,
      lastTestAt: renderLastTest,
      sent24h: renderSentAndFailed,
      failed24h: (setting) => renderEmailCount(setting, 'failed24h', 'failed'),
    },
    // Room for the badge after the name and the dot before the time.
    widths: { host: 176, lastTestAt: 190 },
    rowActions: renderSettingActions,
  },
  smtpSettingPanels,
)

const emailStatusTones = { waiting: 'warn', sent: 'good', failed: 'bad' } as const
const emailStatusLabels: Record<string, string> = Object.fromEntries(
  (mails.fields.status.options ?? []).map(({ value, label }) => [value, label]),
)

const renderEmailStatus = ({ status }: AnyRecord) => (
  <Status tone={emailStatusTones[status as keyof typeof emailStatusTones] ?? 'off'}>
    {emailStatusLabels[String(status)] ?? String(status)}
  </Status>
)

/** The list of sent and failed emails. A failed email can be retried there. */
const emailsScreen = createListScreen(
  mails,
  {
    cells: { status: renderEmailStatus },
    // "Member invitation" and most email addresses fit, and the list stays within 980 px.
    widths: { storeId: 150, recipient: 216, kind: 146, problem: 120 },
    rowActions: (mail, view, resource) =>
      mail['status'] === 'failed' && (
        <RowMenu
          label={smtpSettingsMessages.more(String(mail['recipient']))}
          entries={[
            [
              smtpSettingsMessages.retry,
              createPanelUrls(resource, view)('retry', mail.id),
              smtpSettings,
              'write',
            ],
          ]}
        />
      ),
    opens: 'retry',
  },
  emailPanels,
)

/** SMTP settings, and the emails sent with them (screens.md, SMTP Settings). */
export const { loader, action, Component, panels } = switchScreens(settingsScreen, {
  mails: emailsScreen,
})
