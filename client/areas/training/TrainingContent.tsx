import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { trainingContent } from '#shared/areas/training/trainingContent.ts'
import { RowMenu, createListScreen } from '#client/frame/index.ts'
import { contentPanels } from './contentPanels.ts'
import { renderTrainingStatus, getStatusEntries } from './status.ts'
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
  contentPanels,
)
