import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { trainingCategories } from '#shared/areas/training/trainingCategories.ts'
import { RowMenu, createListScreen } from '#client/frame/index.ts'
import { categoryPanels } from './panels.tsx'
import { Link } from '#client/ui/Link.tsx'
import { renderTrainingStatus, getStatusEntries } from './status.ts'
import { trainingMessages } from './messages.ts'

const buildContentUrl = ({ id }: AnyRecord) => `/training/${id}/content`

function renderContentCount(category: AnyRecord) {
  const count = Number(category['contents'] ?? 0)
  return (
    <Link
      to={buildContentUrl(category)}
      aria-label={trainingMessages.contents(count, String(category['title']))}
    >
      {formatNumber(count)}
    </Link>
  )
}

function renderCategoryActions(category: AnyRecord, view: ListView) {
  const buildPanelUrl = createPanelUrls(trainingCategories, view)
  return (
    <RowMenu
      label={trainingMessages.more(String(category['title']))}
      entries={[
        [trainingMessages.open, buildContentUrl(category)],
        [trainingMessages.completion, buildPanelUrl('completion', category.id)],
        ...getStatusEntries(trainingCategories, category, buildPanelUrl),
        [
          trainingMessages.duplicate,
          buildPanelUrl('duplicate', category.id),
          trainingCategories,
          'write',
        ],
        [
          trainingMessages.delete,
          buildPanelUrl('delete', category.id),
          trainingCategories,
          'delete',
        ],
      ]}
    />
  )
}

/**
 * Training categories: the generic list, with completion by store, publishing, and duplicates
 * (screens.md, Training).
 */
export const { loader, action, Component, panels } = createListScreen(
  trainingCategories,
  {
    cells: { contents: renderContentCount, status: renderTrainingStatus },
    rowActions: renderCategoryActions,
  },
  categoryPanels,
)
