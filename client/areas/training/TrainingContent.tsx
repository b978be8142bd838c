import '#client/frame/signedIn.ts'
import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { trainingContent } from '#shared/areas/training/trainingContent.ts'
import { definePanels } from '#client/list/panels/definePanels.ts'
import { createListScreen } from '#client/list/createListScreen.tsx'
import { RowMenu } from '#client/list/table/RowMenu.tsx'
import { renderTrainingStatus, getStatusEntries, statusPanelTriggers } from './status.ts'
import { trainingMessages } from './messages.ts'

function renderContentActions(content: AnyRecord, view: ListView, resource: Resource) {
  const buildPanelUrl = createPanelUrls(resource, view)
  return (
    <RowMenu
      label={trainingMessages.more(String(content['title']))}
      entries={[
        [trainingMessages.preview, buildPanelUrl('preview', content.id)],
        ...getStatusEntries(resource, content, buildPanelUrl),
        [trainingMessages.duplicate, buildPanelUrl('duplicate', content.id), resource, 'write'],
        [trainingMessages.delete, buildPanelUrl('delete', content.id), resource, 'delete'],
      ]}
    />
  )
}

/**
 * A category's training content: the generic list, with a member's preview, publishing, and
 * duplicates (screens.md, Training).
 */
export const { loader, action, Component, panels } = createListScreen(
  trainingContent,
  { cells: { status: renderTrainingStatus }, rowActions: renderContentActions },
  definePanels(() => import('./contentPanels.tsx'), {
    ...statusPanelTriggers,
    duplicate: { button: null },
    preview: { button: null, reads: true, params: ['answer', 'handedIn'] },
  }),
)
