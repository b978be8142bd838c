import { buildFixUrl, definePanels } from '#client/frame/index.ts'
import { createSetupListPanels, createTestPanel } from '#client/integrations/index.ts'
import { alertChannels } from '#shared/areas/alertChannels/alertChannels.ts'

export const channelPanels = definePanels({
  ...createSetupListPanels(alertChannels),
  test: {
    ...createTestPanel(undefined, {
      buildFieldUrl: (record, field) => buildFixUrl(alertChannels, record, field),
    }),
    reads: true,
  },
})
