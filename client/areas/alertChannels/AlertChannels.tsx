import { alertChannels } from '#shared/areas/alertChannels/alertChannels.ts'
import { alertDeliveries } from '#shared/areas/alertChannels/alertDeliveries.ts'
import { alertRules } from '#shared/areas/alertChannels/alertRules.ts'
import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import { onCallOverrides } from '#shared/areas/alertChannels/onCallOverrides.ts'
import { onCallRotations } from '#shared/areas/alertChannels/onCallRotations.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import {
  IntegrationStatus,
  RowMenu,
  Status,
  createListScreen,
  switchScreens,
} from '#client/frame/index.ts'
import { deliveryPanels } from './deliveryPanels.tsx'
import { alertChannelMessages } from './messages.ts'
import { channelPanels } from './panels.tsx'
import { ruleFormPanels } from './ruleForm.tsx'
import { rulePreviewPanels } from './rulePreview.tsx'
import { createRulesLoader, renderStoreFilter } from './storeFilterColumn.tsx'

function renderChannelActions(channel: AnyRecord, view: ListView) {
  const buildPanelUrl = createPanelUrls(alertChannels, view)
  return (
    <RowMenu
      label={alertChannelMessages.more(getLabel(alertChannels, channel))}
      entries={[
        [alertChannelMessages.test, buildPanelUrl('test', channel.id)],
        [alertChannelMessages.settings, buildPanelUrl('edit', channel.id), alertChannels, 'write'],
        [alertChannelMessages.delete, buildPanelUrl('delete', channel.id), alertChannels, 'delete'],
      ]}
    />
  )
}

const channelsScreen = createListScreen(
  alertChannels,
  {
    cells: { state: ({ state }) => <IntegrationStatus state={String(state)} /> },
    rowActions: renderChannelActions,
    opens: 'test',
  },
  channelPanels,
)

function renderRuleActions(rule: AnyRecord, view: ListView) {
  const buildPanelUrl = createPanelUrls(alertRules, view)
  return (
    <RowMenu
      label={alertChannelMessages.more(getLabel(alertRules, rule))}
      entries={[
        [alertChannelMessages.preview, buildPanelUrl('preview', rule.id)],
        [alertChannelMessages.delete, buildPanelUrl('delete', rule.id), alertRules, 'delete'],
      ]}
    />
  )
}

const rulePanels = { ...rulePreviewPanels, ...ruleFormPanels }

const rulesScreen = createListScreen(
  alertRules,
  { cells: { storeFilter: renderStoreFilter }, rowActions: renderRuleActions },
  rulePanels,
  createRulesLoader(rulePanels),
)

const statusTones = { waiting: 'warn', sent: 'good', fixed: 'off', failed: 'bad' } as const
const statusLabels: Readonly<Record<string, string>> = Object.fromEntries(
  (alertDeliveries.derived?.['status']?.options ?? []).map(({ value, label }) => [value, label]),
)

const renderDeliveryStatus = ({ status }: AnyRecord) => (
  <Status tone={statusTones[status as keyof typeof statusTones] ?? 'off'}>
    {statusLabels[String(status)] ?? String(status)}
  </Status>
)

const deliveriesScreen = createListScreen(
  alertDeliveries,
  { cells: { status: renderDeliveryStatus }, opens: 'delivery' },
  deliveryPanels,
)

/** Alert channels, the rules that choose alerts for them, what was sent, and who is on call. */
export const { loader, action, Component, panels } = switchScreens(channelsScreen, {
  rules: rulesScreen,
  deliveries: deliveriesScreen,
  rotations: createListScreen(onCallRotations),
  overrides: createListScreen(onCallOverrides),
})
