import { logRetention } from '#shared/areas/logs/logRetention.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { definePanels } from '#client/frame/index.ts'
import { entryPanel } from './entryPanel.tsx'
import { createRevealEntryPanel } from './revealPanel.tsx'
import { retentionPanel } from './retentionPanel.tsx'
import { verifyPanel } from './verifyPanel.tsx'
import { logsMessages } from './messages.ts'

/** Creates the panels of a log. The platform log also has the retention of all logs. */
export const createLogPanels = (resource: Resource) =>
  definePanels({
    entry: { ...entryPanel, reads: true },
    revealEntry: createRevealEntryPanel(resource),
    verify: { ...verifyPanel, button: logsMessages.verify, reads: true },
    keep: {
      ...retentionPanel,
      ...(!resource.relations.scope && { button: logsMessages.keep }),
      of: logRetention,
    },
  })
