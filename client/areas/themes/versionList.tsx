import { createPanelUrls } from '#shared/engine/list/listView.ts'
import { getLabel } from '#shared/engine/resource.ts'
import { themeVersions } from '#shared/areas/themes/themeVersions.ts'
import { rolloutLabels } from '#shared/areas/themes/rollout.ts'
import { RowMenu, createStateCell } from '#client/frame/index.ts'
import type { ListOptions } from '#client/list/listProps.ts'
import { themeVersionsMessages } from './messages.ts'

const renderRollout = createStateCell('rollout', rolloutLabels, {
  new: 'off',
  pilot: 'warn',
  pilotPaused: 'bad',
  few: 'warn',
  fewPaused: 'bad',
  some: 'warn',
  somePaused: 'bad',
  all: 'good',
  allPaused: 'bad',
  rolledBack: 'off',
})

export const versionListOptions: ListOptions = {
  cells: { rollout: renderRollout },
  widths: { rollout: 150 },
  rowActions(version, view) {
    const buildPanelUrl = createPanelUrls(themeVersions, view)
    return (
      <RowMenu
        label={themeVersionsMessages.more(getLabel(themeVersions, version))}
        entries={[
          [themeVersionsMessages.rollout, buildPanelUrl('rollout', version.id)],
          [themeVersionsMessages.pilots, buildPanelUrl('stores', version.id)],
          [themeVersionsMessages.edit, buildPanelUrl('edit', version.id), themeVersions, 'write'],
          [themeVersionsMessages.download, `/api/files/${String(version['package'])}`],
          [
            themeVersionsMessages.delete,
            buildPanelUrl('delete', version.id),
            themeVersions,
            'delete',
          ],
        ]}
      />
    )
  },
}
